// SPDX-License-Identifier: GPL-3.0-or-later
// Horizon's markers (domain "horizon"), as its compiler's front end reads them; the vendor publishes no specification.
// Assumed:
// - HzCalibration quantizes and dequantizes: attributes scales (one, or one per index of axis), qtype (int8, uint8,
//   int16, uint16, int32; float16 rounds to half precision, float32 passes), or the older bits; zero_point moves the
//   range, not the values: integers lie in -2^(bits-1) - zero_point … 2^(bits-1) - 1 - zero_point. Without scales (a
//   model that isn't calibrated yet) it passes its input.
// - HzQuantize and HzDequantize are QuantizeLinear and DequantizeLinear with attributes bits (8 or 16) and axis.
// - HzPreprocess is a convolution of channel_group groups, without padding.
#include "core/base/error.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>
#include <optional>

namespace ql::ops::kernels::horizon {

using graph::DataType;

namespace {

constexpr const char* kDomain = "horizon";

struct Calibration {
    std::vector<double> scales;
    std::optional<std::int64_t> axis;
    double lowest = 0.0;
    double highest = 0.0;
    bool isHalf = false;
};

/// Scales are a list, or one number.
std::vector<double> scalesOf(const graph::Attributes& attributes)
{
    const auto* value = attributes.find("scales");
    if (!value)
        return {};
    if (std::holds_alternative<double>(*value))
        return {attributes.floatOr("scales", 1.0)};
    return attributes.floatsOr("scales", {});
}

std::int64_t zeroPointOf(const graph::Attributes& attributes)
{
    const auto* value = attributes.find("zero_point");
    if (value && std::holds_alternative<std::vector<std::int64_t>>(*value)) {
        const auto all = attributes.intsOr("zero_point", {});
        return all.empty() ? 0 : all.front();
    }
    return attributes.intOr("zero_point", 0);
}

Calibration calibrationOf(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto qtype = attributes.stringOr("qtype", "");
    Calibration calibration;
    if (qtype == "float32")
        return calibration;
    calibration.isHalf = qtype == "float16";
    auto bits = attributes.intOr("bits", 8);
    auto zeroPoint = zeroPointOf(attributes);
    if (!qtype.empty() && !calibration.isHalf) {
        const auto type = graph::dataTypeFromName(qtype);
        if (!type || graph::isFloatingPoint(*type) || *type == DataType::Bool || *type == DataType::String)
            throw Error(ErrorCode::InvalidNode, Message("attribute qtype is \"{}\", which is unknown", qtype));
        bits = static_cast<std::int64_t>(graph::bitsPerElement(*type));
        if (qtype.starts_with("uint"))
            zeroPoint = -(std::int64_t{1} << (bits - 1));
    }
    if (bits < 2 || bits > 32)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2 to 32", bits));
    calibration.lowest = -std::ldexp(1.0, static_cast<int>(bits) - 1) - static_cast<double>(zeroPoint);
    calibration.highest = std::ldexp(1.0, static_cast<int>(bits) - 1) - 1.0 - static_cast<double>(zeroPoint);
    calibration.scales = scalesOf(attributes);
    if (attributes.has("axis"))
        calibration.axis = attributes.requiredInt("axis");
    for (const auto scale : calibration.scales)
        if (!(scale > 0))
            throw Error(ErrorCode::InvalidNode, Message("attribute scales has an entry of {}", scale));
    return calibration;
}

at::Tensor calibrated(const at::Tensor& x, const Calibration& calibration)
{
    if (calibration.isHalf)
        return x.to(at::kHalf).to(x.scalar_type());
    if (calibration.scales.empty())
        return x;
    auto scales = at::tensor(calibration.scales, at::kDouble).to(x.scalar_type());
    if (scales.numel() == 1) {
        scales = scales.squeeze(0);
    } else {
        const auto axis = normalizedAxis(calibration.axis.value_or(1), x.dim());
        if (scales.numel() != x.size(axis))
            throw Error(ErrorCode::ShapeMismatch, Message("attribute scales has {} entries, expected {} (axis {})",
                                                          scales.numel(), x.size(axis), axis));
        graph::Shape alongAxis(static_cast<std::size_t>(x.dim()), 1);
        alongAxis[static_cast<std::size_t>(axis)] = -1;
        scales = scales.view(alongAxis);
    }
    return x.div(scales).round_().clamp_(calibration.lowest, calibration.highest).mul_(scales);
}

Kernel bindCalibration(const graph::Node& node)
{
    return [calibration = calibrationOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        return {storedAs(calibrated(computable(x), calibration), x.type)};
    };
}

Kernel bindQuantize(const graph::Node& node)
{
    const auto bits = node.attributes.intOr("bits", 8);
    if (bits != 8 && bits != 16)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 8 or 16", bits));
    const auto fallback = bits == 8 ? DataType::Int8 : DataType::Int16;
    return [fallback, axis = node.attributes.intOr("axis", 1)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (x)");
        const auto type = zeroPointType(call.input(2), fallback);
        const auto how = linearQuantization(x.shape(), call.required(1), call.input(2), "y", type, axis, 0);
        return {quantize(x.data, how.layout, how.parameters, type)};
    };
}

Kernel bindDequantize(const graph::Node& node)
{
    return [axis = node.attributes.intOr("axis", 1)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectType(x, "input 0 (x)",
                   {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32});
        const auto how = linearQuantization(x.shape(), call.required(1), call.input(2), "x", x.type, axis, 0);
        return {Tensor{dequantize(x.data, how.layout, how.parameters)}};
    };
}

Kernel bindPreprocess(const graph::Node& node)
{
    return [groups = node.attributes.intOr("channel_group", 1)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& weight = call.required(1);
        expectRank(x, "input 0 (x)", 4);
        expectRank(weight, "input 1 (weight)", 4);
        if (groups < 1 || x.data.size(1) != weight.data.size(1) * groups)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 (x) has {} channels, expected {} groups of {}",
                                                          x.data.size(1), groups, weight.data.size(1)));
        const auto bias = call.has(2) ? call.input(2).data.to(at::kFloat) : at::Tensor{};
        const graph::Shape ones{1, 1};
        const graph::Shape zeros{0, 0};
        return {Tensor{at::convolution(x.data.to(at::kFloat), weight.data.to(at::kFloat), bias, ones, zeros, ones,
                                       false, zeros, groups)}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kDomain, "HzCalibration", 1, kLatestOpset, bindCalibration},
            {kDomain, "HzDequantize", 1, kLatestOpset, bindDequantize},
            {kDomain, "HzPreprocess", 1, kLatestOpset, bindPreprocess},
            {kDomain, "HzQuantize", 1, kLatestOpset, bindQuantize}};
}

} // namespace ql::ops::kernels::horizon
