// SPDX-License-Identifier: GPL-3.0-or-later
// AMCT's markers, found in the domain "amct.customop" or the standard's: CANN documents the formulas.
// - AscendQuant: round(x · scale) + offset, clamped to quant_bit (or quant_bits, dst_type) bits, signed; scale is the
//   inverse of the step, scale² with sqrt_mode. The integers stay in float, because AMCT's fake-quantized models feed
//   them to ordinary Conv and MatMul nodes.
// - AscendDequant: x · deq_scale; a deq_scale of uint64 carries a float32 in its low 32 bits. With relu_flag negative
//   sums become 0, with sqrt_mode the scale applies twice. Without deq_scale the attribute scale counts.
// - AscendAntiQuant: (x + offset) · scale, scale² with sqrt_mode.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>

namespace ql::ops::kernels::ascend {

using graph::DataType;

namespace {

std::int64_t bitsOf(const graph::Attributes& attributes)
{
    if (attributes.has("dst_type")) {
        const auto* value = attributes.find("dst_type");
        if (std::holds_alternative<std::string>(*value)) {
            const auto name = attributes.stringOr("dst_type", "");
            if (name == "INT4" || name == "INT8" || name == "INT16")
                return std::stoll(name.substr(3));
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute dst_type is \"{}\", expected INT4, INT8 or INT16", name));
        }
    }
    const auto bits = attributes.intOr("quant_bit", attributes.intOr("quant_bits", 8));
    if (bits < 2 || bits > 16)
        throw Error(ErrorCode::InvalidNode, Message("attribute quant_bit is {}, expected 2 to 16", bits));
    return bits;
}

double scaleOf(const graph::Attributes& attributes)
{
    const auto scale = attributes.floatOr("scale", 1.0);
    return attributes.intOr("sqrt_mode", 0) != 0 ? scale * scale : scale;
}

Kernel bindQuant(const graph::Node& node)
{
    const auto bits = static_cast<int>(bitsOf(node.attributes));
    const double lowest = -std::ldexp(1.0, bits - 1);
    return [lowest, scale = scaleOf(node.attributes),
            offset = node.attributes.floatOr("offset", 0.0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        return {storedAs(computable(x).mul(scale).round_().add_(offset).clamp_(lowest, -lowest - 1), x.type)};
    };
}

/// deq_scale as float32, along the channels (axis 1) where there are several.
at::Tensor dequantizationScale(const Tensor& given, std::int64_t rank)
{
    at::Tensor scale;
    if (given.type == DataType::UInt64 || given.type == DataType::Int64)
        scale = given.data.bitwise_and(std::int64_t{0xFFFFFFFF}).to(at::kInt).view(at::kFloat);
    else
        scale = given.data.to(at::kFloat);
    scale = scale.reshape(-1);
    if (scale.numel() == 1 || rank < 2)
        return scale;
    graph::Shape alongChannels(static_cast<std::size_t>(rank), 1);
    alongChannels[1] = -1;
    return scale.view(alongChannels);
}

Kernel bindDequant(const graph::Node& node)
{
    const bool isTwice = node.attributes.intOr("sqrt_mode", 0) != 0;
    const bool clipsNegative = node.attributes.intOr("relu_flag", 0) != 0;
    return [isTwice, clipsNegative,
            scale = node.attributes.floatOr("scale", 1.0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto x = call.required(0).data.to(at::kFloat);
        const auto factor =
            call.has(1) ? dequantizationScale(call.input(1), x.dim()) : at::scalar_tensor(scale, at::kFloat);
        if (factor.numel() != 1 && (x.dim() < 2 || factor.numel() != x.size(1)))
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (deq_scale) has {} elements for input 0 of shape {}",
                                                          factor.numel(), graph::toString(x.sizes().vec())));
        auto y = x.mul(factor);
        if (isTwice)
            y = y.mul(factor);
        return {Tensor{clipsNegative ? y.relu() : y}};
    };
}

Kernel bindAntiQuant(const graph::Node& node)
{
    return [scale = scaleOf(node.attributes),
            offset = node.attributes.floatOr("offset", 0.0)](const KernelCall& call) -> std::vector<Tensor> {
        return {Tensor{call.required(0).data.to(at::kFloat).add(offset).mul(scale)}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions definitions;
    for (const auto* domain : {"", "amct.customop"}) {
        definitions.push_back({domain, "AscendAntiQuant", 1, kLatestOpset, bindAntiQuant});
        definitions.push_back({domain, "AscendDequant", 1, kLatestOpset, bindDequant});
        definitions.push_back({domain, "AscendQuant", 1, kLatestOpset, bindQuant});
    }
    return definitions;
}

} // namespace ql::ops::kernels::ascend
