// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::comparison {

namespace {

OperatorDefinition definition(std::string name, int since, BinaryFunction formula)
{
    return {"", std::move(name), since, kLatestOpset,
            [formula](const graph::Node&) { return binaryPredicateKernel(formula); }};
}

} // namespace

OperatorDefinitions definitions()
{
    return withOldBroadcast(
        {definition("Equal", 7, [](const at::Tensor& a, const at::Tensor& b) { return a.eq(b); }),
         definition("Greater", 7, [](const at::Tensor& a, const at::Tensor& b) { return a.gt(b); }),
         definition("GreaterOrEqual", 12, [](const at::Tensor& a, const at::Tensor& b) { return a.ge(b); }),
         definition("Less", 7, [](const at::Tensor& a, const at::Tensor& b) { return a.lt(b); }),
         definition("LessOrEqual", 12, [](const at::Tensor& a, const at::Tensor& b) { return a.le(b); })});
}

} // namespace ql::ops::kernels::comparison
