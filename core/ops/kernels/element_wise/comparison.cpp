// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>

namespace ql::ops::kernels::comparison {

namespace {

constexpr int kFirstEqualStrings = 19;

OperatorDefinition definition(std::string name, int since, BinaryFunction formula)
{
    return {"", std::move(name), since, kLatestOpset,
            [formula](const graph::Node&) { return binaryPredicateKernel(formula); }};
}

} // namespace

OperatorDefinitions definitions()
{
    auto all = withOldBroadcast(
        {definition("Greater", 7, [](const at::Tensor& a, const at::Tensor& b) { return a.gt(b); }),
         definition("GreaterOrEqual", 12, [](const at::Tensor& a, const at::Tensor& b) { return a.ge(b); }),
         definition("Less", 7, [](const at::Tensor& a, const at::Tensor& b) { return a.lt(b); }),
         definition("LessOrEqual", 12, [](const at::Tensor& a, const at::Tensor& b) { return a.le(b); })});
    auto equality = takingStrings(
        withOldBroadcast({definition("Equal", 7, [](const at::Tensor& a, const at::Tensor& b) { return a.eq(b); })}),
        kFirstEqualStrings);
    std::ranges::move(equality, std::back_inserter(all));
    return all;
}

} // namespace ql::ops::kernels::comparison
