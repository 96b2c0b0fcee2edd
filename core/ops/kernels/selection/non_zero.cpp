// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/registry.h"

namespace ql::ops::kernels::non_zero {

namespace {

/// One column of coordinates per element that isn't 0, in C order.
std::vector<Tensor> evaluate(const KernelCall& call)
{
    return {Tensor{call.required(0).data.nonzero().t()}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "NonZero", 9, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::non_zero
