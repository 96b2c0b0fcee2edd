// SPDX-License-Identifier: GPL-3.0-or-later
// MatMulInteger: int8 / uint8 matrix product with int32 results.
#include "core/ops/quantization/cached_operands.h"

namespace ql::ops::kernels::matmul_integer {

namespace {

std::vector<Tensor> matMulInteger(const KernelCall& call, CachedColumns& cached)
{
    const auto a = integerOperand(call.required(0), call.input(2), "a", -2, Granularity::PerChannel);
    const auto b = integerOperand(call.required(1), call.input(3), "b", -1, Granularity::PerChannel);
    return {exactProduct(a, b, {}, memoryOf(cached, call, 1))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "MatMulInteger", 10, kLatestOpset, withMemory<CachedColumns, matMulInteger>}};
}

} // namespace ql::ops::kernels::matmul_integer
