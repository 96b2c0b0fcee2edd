// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::where {

namespace {

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& condition = call.required(0);
    const auto& x = call.required(1);
    const auto& y = call.required(2);
    expectType(condition, "input 0 (condition)", {graph::DataType::Bool});
    expectSameType(y, "input 2 (y)", x);
    expectBroadcastable(x, y);
    expectBroadcastable(condition, x);
    expectBroadcastable(condition, y);
    return {{at::where(condition.data, x.data, y.data), x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Where", 9, kLatestOpset, stateless<evaluate>}});
}

} // namespace ql::ops::kernels::where
