// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft GroupQueryAttention: several heads of the query share one head of keys and values, which are kept in a
// cache from call to call. Computed as ONNX Runtime 1.21 does.
#include "core/base/error.h"
#include "core/ops/attention/attention.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>
#include <limits>

namespace ql::ops::kernels::group_query_attention {

namespace {

enum Input : std::size_t { kQuery, kKey, kValue, kPastKey, kPastValue, kLengths, kTotalLength, kCosines, kSines };
constexpr std::size_t kFirstUnknownInput = 9;

struct Attributes {
    std::int64_t heads = 1;
    std::int64_t sharedHeads = 1; ///< of keys and values
    double scale = 0.0;           ///< of the scores; 0 = 1/√(head size)
    double softcap = 0.0;         ///< c · tanh(score / c); 0 = none
    std::int64_t window = -1;     ///< a token sees so many before itself; negative or 0 = all
    bool isRotary = false;
    bool isInterleaved = false;
    bool isSmooth = false; ///< one more in the denominator: attention to nothing
};

Attributes attributesOf(const graph::Node& node)
{
    Attributes attributes;
    attributes.heads = node.attributes.requiredInt("num_heads");
    attributes.sharedHeads = node.attributes.requiredInt("kv_num_heads");
    attributes.scale = node.attributes.floatOr("scale", 0.0);
    attributes.softcap = node.attributes.floatOr("softcap", 0.0);
    attributes.window = node.attributes.intOr("local_window_size", -1);
    attributes.isRotary = node.attributes.intOr("do_rotary", 0) != 0;
    attributes.isInterleaved = node.attributes.intOr("rotary_interleaved", 0) != 0;
    attributes.isSmooth = node.attributes.intOr("smooth_softmax", 0) > 0;
    if (attributes.heads < 1 || attributes.sharedHeads < 1 || attributes.heads % attributes.sharedHeads != 0)
        throw Error(ErrorCode::InvalidNode,
                    Message("attributes num_heads and kv_num_heads are {} and {}, expected a positive multiple",
                            attributes.heads, attributes.sharedHeads));
    return attributes;
}

/// Each [batch, heads, length, size].
struct Operands {
    at::Tensor query, key, value;
};

Operands operandsOf(const KernelCall& call, const Attributes& attributes)
{
    const auto query = computable(call.required(kQuery));
    if (call.has(kKey))
        return {splitHeads(query, attributes.heads, "input 0 (query)"),
                splitHeads(computable(call.input(kKey)), attributes.sharedHeads, "input 1 (key)"),
                splitHeads(computable(call.required(kValue)), attributes.sharedHeads, "input 2 (value)")};
    const auto all = splitHeads(query, attributes.heads + 2 * attributes.sharedHeads, "input 0 (query)");
    const auto parts = all.split_with_sizes({attributes.heads, attributes.sharedHeads, attributes.sharedHeads}, 1);
    return {parts[0], parts[1], parts[2]};
}

void expectFitting(const Operands& operands)
{
    const auto& query = operands.query;
    auto shape = query.sizes().vec();
    shape[1] = operands.key.size(1);
    if (operands.key.sizes().vec() != shape || operands.value.sizes().vec() != shape)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("query {}, key {} and value {} don't belong together", graph::toString(query.sizes().vec()),
                            graph::toString(operands.key.sizes().vec()),
                            graph::toString(operands.value.sizes().vec())));
}

/// Where the tokens of this call stand in each batch's sequence.
struct Places {
    std::vector<std::int64_t> before; ///< tokens that came earlier
    std::int64_t total = 0;           ///< of the longest sequence, with this call's tokens
};

Places placesOf(const KernelCall& call, std::int64_t batch, std::int64_t length)
{
    const auto& lengths = call.required(kLengths);
    const auto& total = call.required(kTotalLength);
    expectType(lengths, "input 5 (seqlens_k)", {graph::DataType::Int32});
    expectType(total, "input 6 (total_sequence_length)", {graph::DataType::Int32});
    if (lengths.data.numel() != batch || total.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("inputs 5 (seqlens_k) and 6 (total_sequence_length) have {} and {} elements, expected "
                            "{} and 1",
                            lengths.data.numel(), total.data.numel(), batch));
    Places places{{}, total.data.item<std::int32_t>()};
    const auto flat = lengths.data.reshape(-1);
    for (std::int64_t i = 0; i < batch; ++i) {
        const std::int64_t end = std::int64_t{flat[i].item<std::int32_t>()} + 1;
        // A prompt is padded behind its end; later calls add to what is there.
        const auto before = length == places.total ? 0 : end - length;
        if (before < 0 || end < 1 || before + length > places.total)
            throw Error(ErrorCode::InvalidNode,
                        Message("input 5 (seqlens_k) says that sequence {} has {} tokens, with {} new ones and a "
                                "total of {}",
                                i, end, length, places.total));
        places.before.push_back(before);
    }
    return places;
}

/// The heads of one batch [heads, length, size] turned by the angles of their places.
at::Tensor turned(const at::Tensor& x, const KernelCall& call, const Attributes& attributes, std::int64_t before)
{
    if (!attributes.isRotary)
        return x;
    expectRank(call.required(kCosines), "input 7 (cos_cache)", 2);
    expectShape(call.required(kSines), "input 8 (sin_cache)", call.input(kCosines).shape());
    const auto& table = call.input(kCosines).data;
    const auto width = 2 * table.size(1);
    if (before + x.size(1) > table.size(0) || width > x.size(2))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 7 (cos_cache) has shape {}, expected {} or more places and at most {} angles",
                            graph::toString(call.input(kCosines).shape()), before + x.size(1), x.size(2) / 2));
    const auto angles = [&](std::size_t i) { return computable(call.input(i)).narrow(0, before, x.size(1)); };
    const auto part = rotated(x.narrow(2, 0, width), angles(kCosines), angles(kSines), attributes.isInterleaved);
    return at::cat({part, x.narrow(2, width, x.size(2) - width)}, 2);
}

/// The cache with kernel for all tokens: what came in, then zeros.
at::Tensor grownCache(const KernelCall& call, std::size_t input, const at::Tensor& fresh, std::int64_t total)
{
    const auto length = call.has(input) && call.input(input).data.dim() == 4 ? call.input(input).data.size(2) : 0;
    auto cache = at::zeros({fresh.size(0), fresh.size(1), std::max(length, total), fresh.size(3)}, at::kFloat);
    if (!call.has(input))
        return cache;
    expectShape(call.input(input), input == kPastKey ? Message("input 3 (past_key)") : Message("input 4 (past_value)"),
                {fresh.size(0), fresh.size(1), length, fresh.size(3)});
    cache.narrow(2, 0, length).copy_(computable(call.input(input)));
    return cache;
}

/// −∞ where token i, with @p before tokens in front of the first, must not look. [length, before + length]
at::Tensor barrier(std::int64_t length, std::int64_t before, std::int64_t window)
{
    const auto query = at::arange(before, before + length, at::kLong).unsqueeze(1);
    const auto key = at::arange(before + length, at::kLong).unsqueeze(0);
    auto isHidden = key.gt(query);
    if (window > 0)
        isHidden = isHidden.logical_or(key.lt(query.sub(window)));
    return at::zeros({length, before + length}, at::kFloat)
        .masked_fill_(isHidden, -std::numeric_limits<float>::infinity());
}

/// One batch: @p query [heads, length, size] over keys and values [shared heads, before + length, size].
at::Tensor attendShared(const at::Tensor& query, const at::Tensor& keys, const at::Tensor& values,
                        const Attributes& attributes)
{
    const auto share = attributes.heads / attributes.sharedHeads;
    const double scale =
        attributes.scale != 0.0 ? attributes.scale : 1.0 / std::sqrt(static_cast<double>(query.size(2)));
    auto scores = at::matmul(query, keys.repeat_interleave(share, 0).transpose(1, 2)).mul_(scale);
    if (attributes.softcap > 0.0)
        scores = scores.div(attributes.softcap).tanh().mul(attributes.softcap);
    scores.add_(barrier(query.size(1), keys.size(1) - query.size(1), attributes.window));
    if (attributes.isSmooth)
        scores = at::constant_pad_nd(scores, {0, 1}, 0.0);
    const auto weights = at::softmax(scores, 2).narrow(2, 0, keys.size(1));
    return at::matmul(weights, values.repeat_interleave(share, 0));
}

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
{
    const auto type = call.required(kQuery).type;
    expectFloat(call.input(kQuery), "input 0 (query)");
    for (std::size_t i = kFirstUnknownInput; i < call.inputs.size(); ++i)
        if (call.has(i))
            throw Error(ErrorCode::InvalidNode, Message("input {} is given, which is not supported", i));
    const auto operands = operandsOf(call, attributes);
    expectFitting(operands);
    const auto length = operands.query.size(2);
    const auto places = placesOf(call, operands.query.size(0), length);
    const auto keys = grownCache(call, kPastKey, operands.key, places.total);
    const auto values = grownCache(call, kPastValue, operands.value, places.total);
    std::vector<at::Tensor> rows;
    for (std::int64_t i = 0; i < operands.query.size(0); ++i) {
        const auto before = places.before[static_cast<std::size_t>(i)];
        keys[i].narrow(1, before, length).copy_(turned(operands.key[i], call, attributes, before));
        values[i].narrow(1, before, length).copy_(operands.value[i]);
        rows.push_back(attendShared(turned(operands.query[i], call, attributes, before),
                                    keys[i].narrow(1, 0, before + length), values[i].narrow(1, 0, before + length),
                                    attributes));
    }
    const auto output = at::stack(rows).transpose(1, 2).flatten(2);
    return {storedAs(output, type), storedAs(keys, type), storedAs(values, type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "GroupQueryAttention", 1, kLatestOpset, boundTo<attributesOf, evaluate>}};
}

} // namespace ql::ops::kernels::group_query_attention
