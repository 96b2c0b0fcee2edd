// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft DynamicQuantizeLSTM: LSTM with 8-bit weights; X and each step's H are quantized by their own range.
#include "core/ops/quantization/exact_integer.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/recurrent/lstm_cell.h"

namespace ql::ops::kernels::dynamic_quantize_lstm {

namespace {

/// W or R packed, one per direction.
using DirectionColumns = std::vector<std::shared_ptr<const IntegerColumns>>;

DirectionColumns packedDirections(const at::Tensor& weight)
{
    DirectionColumns columns;
    for (std::int64_t direction = 0; direction < weight.size(0); ++direction)
        columns.push_back(std::make_shared<const IntegerColumns>(packColumns(weight[direction])));
    return columns;
}

/// The weights of one direction [features, 4 · hidden]; unlike LSTM's they come transposed.
GateProjection projection(const ScaledOperand& weight, const std::shared_ptr<const IntegerColumns>& columns)
{
    return [columns, weight](const at::Tensor& rows) {
        const DynamicallyQuantized x = quantizeDynamically(rows);
        const ScaledSums become{outputMultipliers(x.scale, weight.scales, 1.0f)};
        return exactProduct({x.values, {x.zeroPoint}}, weight.integers, become, [&](const auto&) { return columns; })
            .data;
    };
}

/// One projection per direction of a weight with its scale and zero point: [directions] or [directions, 4 · hidden].
std::vector<GateProjection> projections(const KernelCall& call, std::size_t input, std::size_t scaleInput,
                                        const Message& name, const graph::Shape& expected,
                                        OperandCache<DirectionColumns>& memory)
{
    const auto& weight = call.required(input);
    const auto& scale = call.required(scaleInput);
    const auto& zeroPoint = call.input(scaleInput + 1);
    expectShape(weight, name, expected);
    const auto ofDirection = [&](const Tensor& tensor, std::int64_t direction) -> Tensor {
        if (tensor.data.dim() == 0 || tensor.data.size(0) != expected[0])
            expectShape(tensor, Message("{}'s scale or zero point", name), {expected[0], expected[2]});
        return {tensor.data[direction], tensor.type};
    };
    std::vector<ScaledOperand> operands;
    for (std::int64_t d = 0; d < expected[0]; ++d)
        operands.push_back(scaledOperand({weight.data[d], weight.type}, ofDirection(scale, d),
                                         zeroPoint.isDefined() ? ofDirection(zeroPoint, d) : Tensor(), name, 1,
                                         Granularity::PerChannel));
    const auto columns = memory.of(call, input, [&weight] { return packedDirections(weight.data); });
    std::vector<GateProjection> result;
    for (std::size_t d = 0; d < operands.size(); ++d)
        result.push_back(projection(operands[d], (*columns)[d]));
    return result;
}

std::vector<Tensor> lstmOutputs(const KernelCall& call, const LstmAttributes& attributes,
                                LstmMemory<DirectionColumns>& memory)
{
    const RecurrentInputs inputs = readLstmInputs(call, attributes);
    const std::int64_t directions = attributes.shared.directions();
    const std::int64_t hidden = attributes.shared.hiddenSize;
    const auto w = projections(call, 1, 8, "W", {directions, inputs.x.size(2), 4 * hidden}, memory.input);
    const auto r = projections(call, 2, 10, "R", {directions, hidden, 4 * hidden}, memory.recurrent);
    std::vector<LstmWeights> weights;
    for (std::size_t d = 0; d < w.size(); ++d)
        weights.push_back({w[d], r[d]});
    return evaluateLstm(attributes, call, inputs, weights);
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "DynamicQuantizeLSTM", 1, kLatestOpset,
             withMemory<LstmAttributes, LstmMemory<DirectionColumns>, lstmOutputs>}};
}

} // namespace ql::ops::kernels::dynamic_quantize_lstm
