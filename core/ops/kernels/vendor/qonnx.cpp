// SPDX-License-Identifier: GPL-3.0-or-later
// QONNX's Quant (also called IntQuant), BipolarQuant and Trunc as Brevitas and QKeras export them, in each of the
// domains they have had. All give floats.
// - Quant: (clamp(round(x / scale + zeropt)) - zeropt) · scale; bits may be a fraction, as learned widths are.
// - BipolarQuant: scale where x ≥ 0, -scale elsewhere.
// - Trunc, version 1: the integer round(x / scale + zeropt) loses in_bitwidth - out_bitwidth low bits, then
//   (y - zeropt) · scale. Version 2 of the operator is not known here.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cctype>

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

/// Input @p i, which must broadcast to x.
at::Tensor parameter(const KernelCall& call, std::size_t i, const Message& name)
{
    const Message what("input {} ({})", i, name);
    expectFloat(call.required(i), what);
    expectBroadcastable(call.required(0), call.input(i));
    return computable(call.input(i));
}

struct Integers {
    bool isSigned = true;
    bool isNarrow = false;
};

at::Tensor quantized(const KernelCall& call, const Integers& integers, const UnaryFunction& round)
{
    const auto scale = parameter(call, 1, "scale");
    const auto zeroPoint = parameter(call, 2, "zeropt");
    const auto bits = parameter(call, 3, "bitwidth");
    const double narrow = integers.isNarrow ? 1.0 : 0.0;
    const auto steps = at::exp2(integers.isSigned ? bits.sub(1) : bits);
    const auto lowest = integers.isSigned ? steps.neg().add(narrow) : at::zeros_like(steps);
    const auto highest = integers.isSigned ? steps.sub(1) : steps.sub(1 + narrow);
    // Clamped before rounding as in QONNX: with fractional widths that differs.
    const auto clamped = at::minimum(at::maximum(computable(call.input(0)).div(scale).add(zeroPoint), lowest), highest);
    return round(clamped).sub(zeroPoint).mul(scale);
}

Kernel bindQuant(const graph::Node& node)
{
    const Integers integers{node.attributes.intOr("signed", 1) != 0, node.attributes.intOr("narrow", 0) != 0};
    return [integers, round = roundingOf(node, "ROUND")](const KernelCall& call) -> std::vector<Tensor> {
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

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions definitions;
    for (const auto* domain : {"qonnx.custom_op.general", "finn.custom_op.general", "onnx.brevitas"}) {
        definitions.push_back({domain, "BipolarQuant", 1, kLatestOpset, bindBipolar});
        definitions.push_back({domain, "IntQuant", 1, kLatestOpset, bindQuant});
        definitions.push_back({domain, "Quant", 1, kLatestOpset, bindQuant});
        definitions.push_back({domain, "Trunc", 1, 1, bindTrunc});
    }
    return definitions;
}

} // namespace ql::ops::kernels::qonnx
