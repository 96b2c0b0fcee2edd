// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <tuple>

namespace ql::ops::kernels::top_k {

namespace {

/// Among equals the lower index comes first, hence a stable sort.
std::vector<Tensor> evaluate(const Tensor& x, std::int64_t count, std::int64_t axis, bool isLargest)
{
    const auto along = normalizedAxis(axis, x.data.dim());
    if (count < 0 || count > x.data.size(along))
        throw Error(ErrorCode::InvalidNode,
                    Message("k is {}, expected 0 to {} (axis {})", count, x.data.size(along), along));
    const auto [values, indices] = at::sort(ordered(computable(x), x.type), true, along, isLargest);
    return {storedAs(ordered(values.narrow(along, 0, count), x.type), x.type), Tensor{indices.narrow(along, 0, count)}};
}

Kernel bindAttribute(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    const auto count = node.attributes.requiredInt("k");
    return [axis, count](const KernelCall& call) { return evaluate(call.required(0), count, axis, true); };
}

Kernel bindInput(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    const bool isLargest = node.attributes.intOr("largest", 1) != 0;
    return [axis, isLargest](const KernelCall& call) {
        const auto count = toInts(call.required(1), "input 1 (k)");
        if (count.size() != 1)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (k) has {} elements, expected 1", count.size()));
        return evaluate(call.required(0), count.front(), axis, isLargest);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "TopK", 1, 9, bindAttribute}, {"", "TopK", 10, kLatestOpset, bindInput}};
}

} // namespace ql::ops::kernels::top_k
