// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/products/float_product.h"
#include "core/ops/quantization/dequantized_products.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/operand_cache.h"

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

std::vector<Tensor> evaluate(const KernelCall& call, WeightMemory& memory)
{
    const auto& a = call.required(0);
    const auto& b = call.required(1);
    expectFactors(a, b);
    if (auto y = dequantizedProduct(call, false, memory.integers))
        return {Tensor(std::move(*y))};
    const auto left = computable(a);
    const auto right = computable(b);
    if (left.scalar_type() != at::kFloat)
        return {storedAs(at::matmul(left, right), a.type)};
    // A weight behind a Transpose is a view: brought into order once.
    const auto factor = right.is_contiguous() || right.dim() < 2
                            ? right
                            : *memory.inOrder.of(call, 1, [&right] { return inOrder(right); });
    return {storedAs(floatMatmul(left, factor), a.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "MatMul", 1, kLatestOpset, withMemory<WeightMemory, evaluate>}};
}

} // namespace ql::ops::kernels::matmul
