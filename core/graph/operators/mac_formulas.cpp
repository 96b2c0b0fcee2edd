// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <limits>

namespace ql::graph::macs {

namespace {

using Shapes = std::span<const Shape>;

const Shape& at(Shapes shapes, std::size_t i)
{
    static const Shape unknown;
    return i < shapes.size() ? shapes[i] : unknown;
}

// Saturates instead of overflowing; 0 when a dimension is unknown.
std::uint64_t product(std::initializer_list<std::int64_t> factors, std::span<const std::int64_t> dimensions = {})
{
    std::uint64_t result = 1;
    const auto multiply = [&result](std::int64_t factor) {
        const auto size = std::uint64_t(std::max<std::int64_t>(factor, 0));
        if (__builtin_mul_overflow(result, size, &result))
            result = std::numeric_limits<std::uint64_t>::max();
    };
    std::for_each(factors.begin(), factors.end(), multiply);
    std::for_each(dimensions.begin(), dimensions.end(), multiply);
    return result;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max() : result;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max() : result;
}

std::uint64_t elements(const Shape& shape)
{
    return shape.empty() ? 0 : product({}, shape);
}

// A weight is output channels × input channels / groups × kernel.
std::uint64_t convolutionBy(const Shape& weight, Shapes outputs)
{
    return weight.size() < 2 ? 0 : times(elements(at(outputs, 0)), product({}, std::span(weight).subspan(1)));
}

} // namespace

std::uint64_t convolution(const Node&, Shapes inputs, Shapes outputs)
{
    return convolutionBy(at(inputs, 1), outputs);
}

std::uint64_t quantizedConvolution(const Node&, Shapes inputs, Shapes outputs)
{
    return convolutionBy(at(inputs, 3), outputs);
}

// A weight is input channels × output channels / groups × kernel; every input element meets all but its channel.
std::uint64_t transposedConvolution(const Node&, Shapes inputs, Shapes)
{
    const auto& weight = at(inputs, 1);
    if (weight.size() < 2)
        return 0;
    return times(elements(at(inputs, 0)), product({}, std::span(weight).subspan(1)));
}

// MatMul and Gemm alike: the inner dimension is A's last, or its last but one when A is transposed.
std::uint64_t matrixProduct(const Node& node, Shapes inputs, Shapes outputs)
{
    const auto& a = at(inputs, 0);
    if (a.empty())
        return 0;
    const bool isTransposed = a.size() >= 2 && node.attributes.intOr("transA", 0) != 0;
    const auto inner = isTransposed ? a[a.size() - 2] : a.back();
    const bool isDotProduct = a.size() == 1 && at(outputs, 0).empty() && at(inputs, 1).size() == 1;
    return isDotProduct ? product({inner}) : times(elements(at(outputs, 0)), product({inner}));
}

// Both directions, every gate: W is directions × gates·hidden × input, R is directions × gates·hidden × hidden.
// DynamicQuantizeLSTM keeps the last two dimensions the other way round, which changes nothing in their product.
std::uint64_t recurrent(const Node&, Shapes inputs, Shapes)
{
    const auto& x = at(inputs, 0);
    if (x.size() != 3 || at(inputs, 1).size() != 3 || at(inputs, 2).size() != 3)
        return 0;
    const auto weights = plus(product({}, at(inputs, 1)), product({}, at(inputs, 2)));
    return times(product({x[0], x[1]}), weights);
}

// Projection of the input to query, key and value, then scores and their product with the values.
std::uint64_t attention(const Node&, Shapes inputs, Shapes)
{
    const auto& x = at(inputs, 0);
    const auto& weight = at(inputs, 1);
    if (x.size() != 3 || weight.size() != 2)
        return 0;
    const auto projection = product({x[0], x[1], weight[0], weight[1]});
    const auto scores = product({x[0], x[1], x[1], weight[1] / 3});
    return plus(projection, times(2, scores));
}

// Each token's scores with all keys, the cache's too, and their product with the values: the output's elements are as
// many as the query's.
std::uint64_t attentionOfOperands(const Node&, Shapes inputs, Shapes outputs)
{
    const auto& cache = at(outputs, 1);
    const auto& key = at(inputs, 1);
    const auto keys = cache.size() == 4 ? cache[2] : key.size() == 4 ? key[2] : key.size() == 3 ? key[1] : 0;
    return times(2, times(product({}, at(outputs, 0)), static_cast<std::uint64_t>(keys)));
}

} // namespace ql::graph::macs
