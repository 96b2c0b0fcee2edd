// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft Attention: projection of the input into query, key and value, then attention.
#include "core/ops/attention/attention.h"

#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::attention {

namespace {

enum Input : std::size_t { kX, kWeights, kBias, kMask, kPast, kScoreBias };

/// Widths of query, key and value: thirds unless the node says otherwise.
graph::Shape partSizes(const graph::Shape& given, std::int64_t width)
{
    const auto sizes = given.empty() ? graph::Shape(3, width / 3) : given;
    if (sizes.size() != 3 || sizes[0] < 0 || sizes[1] < 0 || sizes[2] < 0 || sizes[0] + sizes[1] + sizes[2] != width)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("the weights have {} columns, which query, key and value can't share", width));
    return sizes;
}

Kernel bind(const graph::Node& node)
{
    const auto given = node.attributes.intsOr("qkv_hidden_sizes", {});
    return [attributes = AttentionAttributes(node), given](const KernelCall& call) {
        const auto& x = call.required(kX);
        const auto& weights = call.required(kWeights);
        expectFloat(x, "input 0 (input)");
        expectRank(x, "input 0 (input)", 3);
        expectRank(weights, "input 1 (weights)", 2);
        if (weights.data.size(0) != x.data.size(2))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 1 (weights) has {} rows, expected {}", weights.data.size(0), x.data.size(2)));
        auto projected = at::matmul(computable(x), computable(weights));
        if (call.has(kBias)) {
            expectShape(call.input(kBias), "input 2 (bias)", {weights.data.size(1)});
            projected = projected.add(computable(call.input(kBias)));
        }
        auto results = selfAttention(call, projected, partSizes(given, weights.data.size(1)), attributes, kMask, kPast,
                                     kScoreBias);
        for (auto& result : results)
            if (result.isDefined())
                result = storedAs(result.data, x.type);
        return results;
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "Attention", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::attention
