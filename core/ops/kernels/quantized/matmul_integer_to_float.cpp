// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulIntegerToFloat and DynamicQuantizeMatMul: integer matrix product, scaled to float, plus a bias.
#include "core/ops/quantization/cached_operands.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::matmul_integer_to_float {

namespace {

Tensor floatProduct(const IntegerOperand& a, float aScale, const ScaledOperand& b, const Tensor& bias,
                    const ColumnMemory& memory)
{
    const Tensor y = exactProduct(a, b.integers, ScaledSums{outputMultipliers(aScale, b.scales, 1.0f)}, memory);
    if (!bias.isDefined())
        return y;
    expectType(bias, "bias", {graph::DataType::Float});
    return Tensor(y.data + bias.data);
}

std::vector<Tensor> matMulIntegerToFloat(const KernelCall& call, CachedColumns& cached)
{
    const auto a = scaledOperand(call.required(0), call.required(2), call.input(4), "a", -2, Granularity::PerTensor);
    const auto b = scaledOperand(call.required(1), call.required(3), call.input(5), "b", -1, Granularity::PerChannel);
    return {floatProduct(a.integers, a.scales.front(), b, call.input(6), memoryOf(cached, call, 1))};
}

std::vector<Tensor> dynamicQuantizeMatMul(const KernelCall& call, CachedColumns& cached)
{
    const Tensor& x = call.required(0);
    expectType(x, "input 0 (A)", {graph::DataType::Float});
    const DynamicallyQuantized a = quantizeDynamically(x.data);
    const auto b = scaledOperand(call.required(1), call.required(2), call.input(3), "b", -1, Granularity::PerChannel);
    return {floatProduct({a.values, {a.zeroPoint}}, a.scale, b, call.input(4), memoryOf(cached, call, 1))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {
        {"com.microsoft", "DynamicQuantizeMatMul", 1, kLatestOpset, withMemory<CachedColumns, dynamicQuantizeMatMul>},
        {"com.microsoft", "MatMulIntegerToFloat", 1, kLatestOpset, withMemory<CachedColumns, matMulIntegerToFloat>}};
}

} // namespace ql::ops::kernels::matmul_integer_to_float
