// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MultiHeadAttention and RotaryEmbedding.
#include "core/base/error.h"
#include "core/ops/attention.h"
#include "core/ops/checks.h"
#include "core/ops/element_wise.h"
#include "core/ops/indices.h"
#include "core/ops/quantization_parameters.h"

#include <fmt/format.h>

namespace ql::ops::rooms {

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
        throw Error(ErrorCode::ShapeMismatch, fmt::format("input 3 (bias) has {} elements, expected {} or more",
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

std::vector<Tensor> evaluate(const KernelCall& call, const AttentionAttributes& attributes)
{
    expectFloat(call.required(kQuery), "input 0 (query)");
    auto operands = operandsOf(call, attributes.heads);
    if (call.has(kPastKey) && call.has(kPastValue)) {
        operands.key = at::cat({computable(call.input(kPastKey)), operands.key}, 2);
        operands.value = at::cat({computable(call.input(kPastValue)), operands.value}, 2);
    }
    const auto mask = maskAddend(call.input(kPaddingMask), operands.query.size(0), operands.query.size(2),
                                 operands.key.size(2), attributes.maskValue);
    const auto added = call.has(kScoreBias) ? computable(call.input(kScoreBias)) : at::Tensor{};
    const auto output = attend(operands.query, operands.key, operands.value, attributes, {mask, added});
    const auto type = call.input(kQuery).type;
    return {storedAs(output, type), storedAs(operands.key, type), storedAs(operands.value, type)};
}

Kernel bindAttention(const graph::Node& node)
{
    return [attributes = AttentionAttributes(node)](const KernelCall& call) { return evaluate(call, attributes); };
}

struct RotaryAttributes {
    bool isInterleaved = false;
    std::int64_t heads = 0;
    std::int64_t width = 0; ///< of the rotated part of a head, 0 = all of it
};

/// [batch, length] or [1, length] from one offset for all or a position for each.
at::Tensor positionsOf(const Tensor& given, std::int64_t batch, std::int64_t length)
{
    expectType(given, "input 1 (position_ids)", {graph::DataType::Int64});
    if (given.data.numel() == 1 && given.data.dim() <= 1)
        return at::arange(length, at::kLong).add(given.data.reshape({1, 1}));
    expectShape(given, "input 1 (position_ids)", {batch, length});
    return given.data;
}

std::vector<Tensor> rotary(const KernelCall& call, const RotaryAttributes& attributes)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (input)");
    expectRank(call.required(2), "input 2 (cos_cache)", 2);
    expectShape(call.required(3), "input 3 (sin_cache)", call.input(2).shape());
    const auto half = call.input(2).data.size(1);
    const auto width = attributes.width > 0 ? attributes.width : 2 * half;
    if (width != 2 * half || (x.data.dim() != 3 && x.data.dim() != 4))
        throw Error(ErrorCode::ShapeMismatch,
                    fmt::format("input 0 of shape {} can't be rotated by {} angles", graph::toString(x.shape()), half));
    const bool isFlat = x.data.dim() == 3;
    const auto heads = !isFlat                ? 1
                       : attributes.heads > 0 ? attributes.heads
                                              : x.data.size(2) / std::max<std::int64_t>(width, 1);
    const auto elements =
        isFlat ? splitHeads(computable(x), std::max<std::int64_t>(heads, 1), "input 0 (input)") : computable(x);
    if (elements.size(-1) < width)
        throw Error(ErrorCode::ShapeMismatch,
                    fmt::format("a head has {} elements, expected {} or more", elements.size(-1), width));
    const auto given = positionsOf(call.required(1), elements.size(0), elements.size(2));
    const auto positions = positiveIndices(Tensor{given}, call.input(2).data.size(0));
    const auto angles = [&](std::size_t i) {
        return computable(call.input(i))
            .index_select(0, positions.reshape(-1))
            .view({positions.size(0), 1, positions.size(1), half});
    };
    const auto turned = rotated(elements.narrow(-1, 0, width), angles(2), angles(3), attributes.isInterleaved);
    const auto y = at::cat({turned, elements.narrow(-1, width, elements.size(-1) - width)}, -1);
    return {storedAs(isFlat ? y.transpose(1, 2).flatten(2) : y, x.type)};
}

Kernel bindRotary(const graph::Node& node)
{
    const RotaryAttributes attributes{node.attributes.intOr("interleaved", 0) != 0,
                                      node.attributes.intOr("num_heads", 0),
                                      node.attributes.intOr("rotary_embedding_dim", 0)};
    if (node.attributes.intOr("is_packed_batching", 0) != 0)
        throw Error(ErrorCode::InvalidNode, "attribute is_packed_batching is 1, which is not supported");
    return [attributes](const KernelCall& call) { return rotary(call, attributes); };
}

} // namespace

OperatorDefinitions multi_head_attention()
{
    return {{"com.microsoft", "MultiHeadAttention", 1, kLatestOpset, bindAttention},
            {"com.microsoft", "RotaryEmbedding", 1, kLatestOpset, bindRotary}};
}

} // namespace ql::ops::rooms
