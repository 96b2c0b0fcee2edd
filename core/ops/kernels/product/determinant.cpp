// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::determinant {

namespace {

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0");
    if (x.data.dim() < 2 || x.data.size(-1) != x.data.size(-2))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 has shape {}, expected square matrices", graph::toString(x.shape())));
    return {storedAs(at::linalg_det(computable(x)), x.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Det", 11, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::determinant
