// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearMatMul: matrix product of quantized tensors, a per tensor or per row, b per tensor or per column, requantized.
#include "core/ops/quantization/cached_operands.h"
#include "core/ops/quantization/quantized_arithmetic.h"

namespace ql::ops::kernels::qlinear_matmul {

namespace {

/// Rows of the product times their own multipliers, then columns times theirs.
Tensor requantizedByRow(const at::Tensor& sums, const std::vector<float>& rows, const std::vector<float>& columns,
                        const QuantizationParameters& y, graph::DataType type)
{
    const auto perRow = at::tensor(rows, at::kFloat).unsqueeze(1);
    const auto multipliers = perRow.mul(at::tensor(columns, at::kFloat)).div(y.scales.front());
    return quantize(sums.to(at::kFloat).mul(multipliers), {{1.0f}, y.zeroPoints}, type);
}

std::vector<Tensor> qlinearMatMul(const KernelCall& call, CachedColumns& cached)
{
    const Granularity rows = call.required(0).data.dim() > 1 ? Granularity::PerChannel : Granularity::PerTensor;
    const auto a = scaledOperand(call.required(0), call.required(1), call.required(2), "a", -2, rows);
    const Granularity columns = call.required(3).data.dim() > 1 ? Granularity::PerChannel : Granularity::PerTensor;
    const auto b = scaledOperand(call.required(3), call.required(4), call.required(5), "b", -1, columns);
    const graph::DataType type = call.required(7).type;
    const auto y = readPerTensor(call.required(6), call.required(7), "y", type);
    const auto memory = memoryOf(cached, call, 3);
    if (a.scales.size() > 1)
        return {requantizedByRow(exactProduct(a.integers, b.integers, {}, memory).data, a.scales, b.scales, y, type)};
    const auto multipliers = outputMultipliers(a.scales.front(), b.scales, y.scales.front());
    return {exactProduct(a.integers, b.integers, Requantization{multipliers, {}, y.zeroPoints.front(), type}, memory)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "QLinearMatMul", 10, kLatestOpset, withMemory<CachedColumns, qlinearMatMul>}};
}

} // namespace ql::ops::kernels::qlinear_matmul
