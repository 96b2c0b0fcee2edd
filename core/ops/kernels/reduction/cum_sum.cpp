// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::cum_sum {

namespace {

Kernel bind(const graph::Node& node)
{
    const bool isExclusive = node.attributes.intOr("exclusive", 0) != 0;
    const bool isReverse = node.attributes.intOr("reverse", 0) != 0;
    return [isExclusive, isReverse](const KernelCall& call) -> std::vector<Tensor> {
        const auto& input = call.required(0);
        const auto given = toInts(call.required(1), "input 1 (axis)");
        if (given.size() != 1)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (axis) has {} elements, expected 1", given.size()));
        const auto axis = normalizedAxis(given.front(), input.data.dim());
        const auto elements = computable(input);
        const auto x = isReverse ? elements.flip({axis}) : elements;
        auto sums = at::cumsum(x, axis, x.scalar_type());
        if (isExclusive)
            sums = sums.sub(x);
        return {storedAs(isReverse ? sums.flip({axis}) : sums, input.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "CumSum", 11, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::cum_sum
