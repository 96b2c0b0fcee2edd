// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention.h"

#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>
#include <limits>

namespace ql::ops {

namespace {

/// For each batch and key whether it lies within the batch's bounds.
at::Tensor withinBounds(const at::Tensor& bounds, std::int64_t batch, std::int64_t keys)
{
    const auto key = at::arange(keys, at::kLong).unsqueeze(0);
    const auto ends = bounds.slice(0, 0, batch).unsqueeze(1);
    auto isSeen = key.lt(ends);
    if (bounds.size(0) == 2 * batch)
        isSeen = isSeen.logical_and(key.ge(bounds.slice(0, batch).unsqueeze(1)));
    return isSeen;
}

/// Zeros and ones, or bounds, as [batch, 1, queries or 1, keys].
at::Tensor seenKeys(const at::Tensor& mask, std::int64_t batch, std::int64_t queries, std::int64_t keys)
{
    if (mask.dim() == 1 && (mask.size(0) == batch || mask.size(0) == 2 * batch))
        return withinBounds(mask, batch, keys).view({batch, 1, 1, keys});
    const auto isSeen = mask.ne(0);
    if (mask.sizes().vec() == graph::Shape{batch, keys})
        return isSeen.view({batch, 1, 1, keys});
    if (mask.sizes().vec() == graph::Shape{batch, queries, keys})
        return isSeen.unsqueeze(1);
    if (mask.dim() == 4 && mask.size(0) == batch && mask.size(1) == 1 && mask.size(2) >= keys && mask.size(3) >= keys)
        return isSeen.slice(2, keys - queries, keys).slice(3, 0, keys);
    throw Error(ErrorCode::ShapeMismatch,
                Message("the mask has shape {}, which fits no batch of {} with {} queries and {} keys",
                        graph::toString(mask.sizes().vec()), batch, queries, keys));
}

at::Tensor causalAddend(std::int64_t queries, std::int64_t keys)
{
    const auto barrier = at::full({queries, keys}, -std::numeric_limits<double>::infinity(), at::kFloat);
    return barrier.triu(1 + keys - queries);
}

} // namespace

AttentionAttributes::AttentionAttributes(const graph::Node& node)
    : heads(node.attributes.requiredInt("num_heads"))
    , scale(node.attributes.floatOr("scale", 0.0))
    , maskValue(node.attributes.floatOr("mask_filter_value", -10000.0))
    , isCausal(node.attributes.intOr("unidirectional", 0) != 0)
{
    if (heads < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute num_heads is {}, expected 1 or more", heads));
    if (node.attributes.intOr("do_rotary", 0) != 0)
        throw Error(ErrorCode::InvalidNode, "attribute do_rotary is 1, which is not supported");
}

at::Tensor splitHeads(const at::Tensor& x, std::int64_t heads, const Message& what)
{
    if (x.dim() != 3 || x.size(2) % heads != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has shape {}, expected rank 3 and {} equal heads", what,
                                                      graph::toString(x.sizes().vec()), heads));
    return x.reshape({x.size(0), x.size(1), heads, x.size(2) / heads}).transpose(1, 2);
}

at::Tensor maskAddend(const Tensor& mask, std::int64_t batch, std::int64_t queries, std::int64_t keys, double maskValue)
{
    if (!mask.isDefined())
        return {};
    expectType(mask, "the mask", {graph::DataType::Int32, graph::DataType::Int64, graph::DataType::Bool});
    // One number for all keys of a batch adds the same to every score, as ONNX Runtime has it: no mask.
    if (mask.data.dim() == 2 && mask.data.size(0) == batch && mask.data.size(1) == 1 && keys != 1)
        return {};
    const auto isSeen = seenKeys(mask.data, batch, queries, keys);
    return at::where(isSeen, at::scalar_tensor(0.0, at::kFloat), at::scalar_tensor(maskValue, at::kFloat));
}

at::Tensor attend(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                  const AttentionAttributes& attributes, const std::vector<at::Tensor>& addends)
{
    if (query.size(-1) != key.size(-1) || key.size(2) != value.size(2))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("query {}, key {} and value {} don't belong together", graph::toString(query.sizes().vec()),
                            graph::toString(key.sizes().vec()), graph::toString(value.sizes().vec())));
    const double scale =
        attributes.scale != 0.0 ? attributes.scale : 1.0 / std::sqrt(static_cast<double>(query.size(-1)));
    auto scores = at::matmul(query, key.transpose(-1, -2)).mul_(scale);
    for (const auto& addend : addends)
        if (addend.defined())
            scores = scores.add(addend);
    if (attributes.isCausal)
        scores = scores.add(causalAddend(query.size(2), key.size(2)));
    const auto result = at::matmul(at::softmax(scores, -1), value).transpose(1, 2);
    return result.reshape({result.size(0), result.size(1), result.size(2) * result.size(3)});
}

at::Tensor rotated(const at::Tensor& x, const at::Tensor& cosines, const at::Tensor& sines, bool isInterleaved)
{
    const auto half = x.size(-1) / 2;
    const auto pairs = isInterleaved ? x.unflatten(-1, {half, 2}) : x.unflatten(-1, {2, half}).transpose(-1, -2);
    const auto a = pairs.select(-1, 0);
    const auto b = pairs.select(-1, 1);
    const auto turned = at::stack({a.mul(cosines).sub(b.mul(sines)), b.mul(cosines).add(a.mul(sines))}, -1);
    return isInterleaved ? turned.flatten(-2) : turned.transpose(-1, -2).flatten(-2);
}

std::vector<Tensor> selfAttention(const KernelCall& call, const at::Tensor& projected, const graph::Shape& sizes,
                                  const AttentionAttributes& attributes, std::size_t mask, std::size_t past,
                                  std::size_t bias)
{
    const auto parts = projected.split_with_sizes(sizes, -1);
    const auto query = splitHeads(parts[0], attributes.heads, "the query");
    auto key = splitHeads(parts[1], attributes.heads, "the key");
    auto value = splitHeads(parts[2], attributes.heads, "the value");
    if (call.has(past)) {
        const auto& before = call.input(past);
        expectRank(before, "past", 5);
        expectShape(before, "past", {2, key.size(0), key.size(1), before.data.size(3), key.size(3)});
        key = at::cat({computable(before)[0], key}, 2);
        value = at::cat({computable(before)[1], value}, 2);
    }
    const auto addend = maskAddend(call.input(mask), query.size(0), query.size(2), key.size(2), attributes.maskValue);
    const auto added = call.has(bias) ? computable(call.input(bias)) : at::Tensor{};
    auto output = attend(query, key, value, attributes, {addend, added});
    if (sizes[1] != sizes[2])
        return {Tensor{std::move(output)}, {}};
    return {Tensor{std::move(output)}, Tensor{at::stack({key, value})}};
}

} // namespace ql::ops
