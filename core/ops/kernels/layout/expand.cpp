// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::expand {

namespace {

/// The shape to which both @p from and @p to broadcast.
graph::Shape commonShape(const graph::Shape& from, const graph::Shape& to)
{
    graph::Shape result(std::max(from.size(), to.size()), 1);
    for (std::size_t i = 1; i <= result.size(); ++i) {
        const auto a = i <= from.size() ? from[from.size() - i] : 1;
        const auto b = i <= to.size() ? to[to.size() - i] : 1;
        if (b < 0 || (a != b && a != 1 && b != 1))
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 of shape {} can't be expanded to {}",
                                                          graph::toString(from), graph::toString(to)));
        result[result.size() - i] = a == 1 ? b : a;
    }
    return result;
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    const auto shape = commonShape(x.shape(), toInts(call.required(1), "input 1 (shape)"));
    expectAffordable(shape, x.type); // a view, but whoever reads it may need it whole
    return {{x.data.expand(shape), x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Expand", 8, kLatestOpset, stateless<evaluate>}});
}

} // namespace ql::ops::kernels::expand
