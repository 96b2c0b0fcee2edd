// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearWhere: chooses between two quantized tensors, each brought to the output's scale.
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::qlinear_where {

namespace {

/// The operand at input @p i with its scale and zero point after it, in the output's steps.
at::Tensor requantized(const KernelCall& call, std::size_t i, const Message& what, const QuantizationParameters& to)
{
    const auto& x = call.required(i);
    const auto from = readPerTensor(call.required(i + 1), call.input(i + 2), what, x.type);
    if (from.scales == to.scales && from.zeroPoints == to.zeroPoints)
        return x.data;
    return quantize(dequantize(x.data, from), to, x.type).data;
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& condition = call.required(0);
    const auto& x = call.required(1);
    const auto& y = call.required(4);
    expectType(condition, "input 0 (condition)", {graph::DataType::Bool});
    expectEightBit(x, "input 1 (X)");
    expectSameType(y, "input 4 (Y)", x);
    expectBroadcastable(x, y);
    expectBroadcastable(condition, x);
    expectBroadcastable(condition, y);
    const auto to = readPerTensor(call.required(7), call.input(8), "z", x.type);
    return {{at::where(condition.data, requantized(call, 1, "x", to), requantized(call, 4, "y", to)), x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QLinearWhere", 1, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::qlinear_where
