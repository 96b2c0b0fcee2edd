// SPDX-License-Identifier: GPL-3.0-or-later
// QONNX's Quant (also called IntQuant), BipolarQuant and Trunc as Brevitas and QKeras export them, in each of the
// domains they have had. All give floats.
// - Quant: (clamp(round(x / scale + zeropt)) - zeropt) · scale; bits may be a fraction, as learned widths are.
// - BipolarQuant: scale where x ≥ 0, -scale elsewhere.
// - Trunc, version 1: the integer round(x / scale + zeropt) loses in_bitwidth - out_bitwidth low bits, then
//   (y - zeropt) · scale. Version 2: it is divided by the power of two next to out_scale / scale, clamped to
//   out_bitwidth bits, rounded, and becomes (y - zeropt / that power) · out_scale.
// - FloatQuant: x / scale to the nearest float of exponent_bitwidth and mantissa_bitwidth bits, no larger than max_val.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cctype>
#include <limits>

namespace ql::ops::kernels::qonnx {

namespace {

UnaryFunction roundingOf(const graph::Node& node, const char* fallback)
{
    auto mode = node.attributes.stringOr("rounding_mode", fallback);
    for (auto& letter : mode)
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    if (mode == "ROUND" || mode == "HALF_EVEN")
        return [](const at::Tensor& x) { return at::round(x); };
    if (mode == "CEIL")
        return [](const at::Tensor& x) { return at::ceil(x); };
    if (mode == "FLOOR")
        return [](const at::Tensor& x) { return at::floor(x); };
    if (mode == "DOWN" || mode == "ROUND_TO_ZERO")
        return [](const at::Tensor& x) { return at::trunc(x); };
    if (mode == "UP")
        return [](const at::Tensor& x) { return x.abs().ceil_().mul_(x.sign()); };
    if (mode == "HALF_UP")
        return [](const at::Tensor& x) { return x.abs().add_(0.5).floor_().mul_(x.sign()); };
    if (mode == "HALF_DOWN")
        return [](const at::Tensor& x) { return x.abs().sub_(0.5).ceil_().mul_(x.sign()); };
    throw Error(ErrorCode::InvalidNode, Message("attribute rounding_mode is \"{}\", which is unknown", mode));
}

/// Input @p i, which must broadcast to x. Bit widths may be integers.
at::Tensor parameter(const KernelCall& call, std::size_t i, const Message& name)
{
    using graph::DataType;
    expectType(call.required(i), Message("input {} ({})", i, name),
               {DataType::Float16, DataType::BFloat16, DataType::Float, DataType::Double, DataType::Int8,
                DataType::UInt8, DataType::Int32, DataType::Int64});
    expectBroadcastable(call.required(0), call.input(i));
    const auto numbers = computable(call.input(i));
    return graph::isFloatingPoint(call.input(i).type) ? numbers : numbers.to(at::kFloat);
}

struct Integers {
    bool isSigned = true;
    bool isNarrow = false;
};

Integers integersOf(const graph::Node& node)
{
    return {node.attributes.intOr("signed", 1) != 0, node.attributes.intOr("narrow", 0) != 0};
}

at::Tensor clamped(const at::Tensor& x, const at::Tensor& bits, const Integers& integers)
{
    const double narrow = integers.isNarrow ? 1.0 : 0.0;
    const auto steps = at::exp2(integers.isSigned ? bits.sub(1) : bits);
    const auto lowest = integers.isSigned ? steps.neg().add(narrow) : at::zeros_like(steps);
    const auto highest = integers.isSigned ? steps.sub(1) : steps.sub(1 + narrow);
    return at::minimum(at::maximum(x, lowest), highest);
}

at::Tensor quantized(const KernelCall& call, const Integers& integers, const UnaryFunction& round)
{
    const auto scale = parameter(call, 1, "scale");
    const auto zeroPoint = parameter(call, 2, "zeropt");
    const auto x = computable(call.input(0)).div(scale).add(zeroPoint);
    // Clamped before rounding as in QONNX: with fractional widths that differs.
    return round(clamped(x, parameter(call, 3, "bitwidth"), integers)).sub(zeroPoint).mul(scale);
}

Kernel bindQuant(const graph::Node& node)
{
    return [integers = integersOf(node),
            round = roundingOf(node, "ROUND")](const KernelCall& call) -> std::vector<Tensor> {
        expectFloat(call.required(0), "input 0 (X)");
        return {storedAs(quantized(call, integers, round), call.input(0).type)};
    };
}

Kernel bindBipolar(const graph::Node&)
{
    return [](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (X)");
        const auto scale = parameter(call, 1, "scale");
        return {storedAs(at::where(computable(x).ge(0), scale, scale.neg()), x.type)};
    };
}

Kernel bindTrunc(const graph::Node& node)
{
    return [round = roundingOf(node, "FLOOR")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (X)");
        const auto scale = parameter(call, 1, "scale");
        const auto zeroPoint = parameter(call, 2, "zeropt");
        const auto lost = at::exp2(parameter(call, 3, "in_bitwidth").sub(parameter(call, 4, "out_bitwidth")));
        const auto integers = computable(x).div(scale).add(zeroPoint).round();
        return {storedAs(round(integers.div(lost)).sub(zeroPoint).mul(scale), x.type)};
    };
}

Kernel bindTruncToScale(const graph::Node& node)
{
    return [integers = integersOf(node),
            round = roundingOf(node, "FLOOR")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (X)");
        const auto scale = parameter(call, 1, "scale");
        const auto zeroPoint = parameter(call, 2, "zeropt");
        const auto outScale = parameter(call, 4, "out_scale");
        const auto lost = at::exp2(outScale.div(scale).log2_().round_());
        const auto whole = computable(x).div(scale).add(zeroPoint).round();
        const auto kept = round(clamped(whole.div(lost), parameter(call, 5, "out_bitwidth"), integers));
        return {storedAs(kept.sub(zeroPoint.div(lost)).mul(outScale), x.type)};
    };
}

/// 2^⌊log2 |x|⌋ as its exponent.
at::Tensor exponents(const at::Tensor& x)
{
    constexpr double kSmallest = std::numeric_limits<float>::min(); // so that zero has one
    return std::get<1>(at::frexp(x.abs().add_(kSmallest))).sub_(1).to(x.scalar_type());
}

Kernel bindFloatQuant(const graph::Node& node)
{
    return [round = roundingOf(node, "ROUND")](const KernelCall& call) -> std::vector<Tensor> {
        expectFloat(call.required(0), "input 0 (X)");
        const auto scale = parameter(call, 1, "scale");
        const auto mantissa = parameter(call, 3, "mantissa_bitwidth");
        const auto bias = parameter(call, 4, "exponent_bias");
        const auto x = computable(call.input(0)).div(scale);
        const auto steps = at::exp2(at::maximum(exponents(x), bias.neg().add(1)).sub(mantissa));
        const auto highestExponent = at::exp2(parameter(call, 2, "exponent_bitwidth")).sub(1).sub(bias);
        const auto largest = at::exp2(mantissa.neg()).neg().add(2).mul(at::exp2(highestExponent));
        const auto most = at::minimum(largest, parameter(call, 5, "max_val"));
        const auto nearest = round(x.div(steps)).mul(steps);
        return {storedAs(at::minimum(at::maximum(nearest, most.neg()), most).mul(scale), call.input(0).type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions definitions;
    for (const auto* domain : {"qonnx.custom_op.general", "finn.custom_op.general", "onnx.brevitas"}) {
        definitions.push_back({domain, "BipolarQuant", 1, kLatestOpset, bindBipolar});
        definitions.push_back({domain, "FloatQuant", 1, kLatestOpset, bindFloatQuant});
        definitions.push_back({domain, "IntQuant", 1, kLatestOpset, bindQuant});
        definitions.push_back({domain, "Quant", 1, kLatestOpset, bindQuant});
        definitions.push_back({domain, "Trunc", 1, 1, bindTrunc});
        definitions.push_back({domain, "Trunc", 2, kLatestOpset, bindTruncToScale});
    }
    return definitions;
}

} // namespace ql::ops::kernels::qonnx
