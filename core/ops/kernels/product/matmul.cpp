// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::matmul {

namespace {

void expectFactors(const Tensor& a, const Tensor& b)
{
    expectSameType(b, "input 1", a);
    if (a.data.dim() == 0 || b.data.dim() == 0)
        throw Error(ErrorCode::ShapeMismatch, "an input is a scalar, expected rank 1 or more");
    const auto rows = b.data.dim() == 1 ? b.data.size(0) : b.data.size(-2);
    if (a.data.size(-1) != rows)
        throw Error(ErrorCode::ShapeMismatch, Message("input shapes {} and {} have different inner dimensions",
                                                      graph::toString(a.shape()), graph::toString(b.shape())));
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& a = call.required(0);
    const auto& b = call.required(1);
    expectFactors(a, b);
    return {storedAs(at::matmul(computable(a), computable(b)), a.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "MatMul", 1, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::matmul
