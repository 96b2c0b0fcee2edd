// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MultiHeadAttention.
#include "core/base/error.h"
#include "core/ops/attention/attention.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::multi_head_attention {

namespace {

enum Input : std::size_t { kQuery, kKey, kValue, kBias, kPaddingMask, kScoreBias, kPastKey, kPastValue };

/// Each [batch, heads, length, size].
struct Operands {
    at::Tensor query, key, value;
};

/// @p part 0, 1 or 2 of the bias, which stands for query, key and value one after the other.
at::Tensor withBias(const at::Tensor& x, const KernelCall& call, std::int64_t begin)
{
    if (!call.has(kBias))
        return x;
    expectRank(call.input(kBias), "input 3 (bias)", 1);
    if (call.input(kBias).data.size(0) < begin + x.size(2))
        throw Error(ErrorCode::ShapeMismatch, Message("input 3 (bias) has {} elements, expected {} or more",
                                                      call.input(kBias).data.size(0), begin + x.size(2)));
    return x.add(computable(call.input(kBias)).narrow(0, begin, x.size(2)));
}

/// Query, key and value packed as [batch, length, heads, 3, size].
Operands packedOperands(const at::Tensor& packed, const KernelCall& call, std::int64_t heads)
{
    const auto part = [&](std::int64_t i) {
        const auto rows = packed.select(3, i).flatten(2);
        return splitHeads(withBias(rows, call, i * rows.size(2)), heads, "input 0 (query)");
    };
    return {part(0), part(1), part(2)};
}

Operands operandsOf(const KernelCall& call, std::int64_t heads)
{
    const auto query = computable(call.required(kQuery));
    if (query.dim() == 5 && query.size(3) == 3)
        return packedOperands(query, call, heads);
    expectRank(call.input(kQuery), "input 0 (query)", 3);
    Operands operands{splitHeads(withBias(query, call, 0), heads, "input 0 (query)"), {}, {}};
    const auto key = computable(call.required(kKey));
    if (key.dim() == 5 && key.size(3) == 2) {
        operands.key = key.select(3, 0).transpose(1, 2);
        operands.value = key.select(3, 1).transpose(1, 2);
        return operands;
    }
    const auto value = computable(call.required(kValue));
    if (key.dim() == 4 && value.dim() == 4)
        return {operands.query, key, value};
    operands.key = splitHeads(withBias(key, call, query.size(2)), heads, "input 1 (key)");
    operands.value = splitHeads(withBias(value, call, query.size(2) + key.size(2)), heads, "input 2 (value)");
    return operands;
}

/// The addend of input 5: of one batch and one head at least, else of all. @throws Error (ShapeMismatch)
at::Tensor scoreBias(const KernelCall& call, const Operands& operands)
{
    if (!call.has(kScoreBias))
        return {};
    const auto& bias = call.input(kScoreBias);
    const Message what("input 5 (attention_bias)");
    expectRank(bias, what, 4);
    const auto isOneOr = [&bias](std::int64_t axis, std::int64_t size) {
        return bias.data.size(axis) == 1 || bias.data.size(axis) == size;
    };
    const graph::Shape scores{operands.query.size(0), operands.query.size(1), operands.query.size(2),
                              operands.key.size(2)};
    if (!isOneOr(0, scores[0]) || !isOneOr(1, scores[1]) || bias.data.size(2) != scores[2]
        || bias.data.size(3) != scores[3])
        throw Error(ErrorCode::ShapeMismatch, Message("{} has shape {}, expected {}, or 1 in place of the first two",
                                                      what, graph::toString(bias.shape()), graph::toString(scores)));
    return computable(bias);
}

std::vector<Tensor> evaluate(const KernelCall& call, const AttentionAttributes& attributes)
{
    expectFloat(call.required(kQuery), "input 0 (query)");
    auto operands = operandsOf(call, attributes.heads);
    if (call.has(kPastKey) != call.has(kPastValue))
        throw Error(ErrorCode::InvalidNode, "inputs 6 (past_key) and 7 (past_value) go together, only one is given");
    if (call.has(kPastKey)) {
        operands.key = at::cat({computable(call.input(kPastKey)), operands.key}, 2);
        operands.value = at::cat({computable(call.input(kPastValue)), operands.value}, 2);
    }
    const auto mask = maskAddend(call.input(kPaddingMask), operands.query.size(0), operands.query.size(2),
                                 operands.key.size(2), attributes.maskValue);
    const auto output =
        attend(operands.query, operands.key, operands.value, attributes, {mask, scoreBias(call, operands)});
    const auto type = call.input(kQuery).type;
    return {storedAs(output, type), storedAs(operands.key, type), storedAs(operands.value, type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MultiHeadAttention", 1, kLatestOpset, boundTo<AttentionAttributes, evaluate>}};
}

} // namespace ql::ops::kernels::multi_head_attention
