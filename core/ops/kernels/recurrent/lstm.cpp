// SPDX-License-Identifier: GPL-3.0-or-later
// LSTM: one or two directions over sequences of float.
#include "core/ops/products/float_product.h"
#include "core/ops/recurrent/lstm_cell.h"
#include "core/ops/support/adapted_kernels.h"

namespace ql::ops::kernels::lstm {

namespace {

/// W or R as right factors, one per direction: [features, 4 · hidden].
using Factors = std::vector<at::Tensor>;

Factors factorsOf(const at::Tensor& weight)
{
    Factors factors;
    for (std::int64_t direction = 0; direction < weight.size(0); ++direction)
        factors.push_back(weight[direction].t().contiguous());
    return factors;
}

GateProjection projection(const at::Tensor& factor)
{
    return [factor](const at::Tensor& rows) {
        return factor.scalar_type() == at::kFloat ? floatProduct(rows, factor) : at::mm(rows, factor);
    };
}

std::vector<Tensor> lstmOutputs(const KernelCall& call, const LstmAttributes& attributes, LstmMemory<Factors>& memory)
{
    const RecurrentInputs inputs = readLstmInputs(call, attributes);
    const std::int64_t directions = attributes.shared.directions();
    const std::int64_t hidden = attributes.shared.hiddenSize;
    const at::Tensor w =
        readWeight(call.required(1), "input 1 (W)", {directions, 4 * hidden, inputs.x.size(2)}, inputs);
    const at::Tensor r = readWeight(call.required(2), "input 2 (R)", {directions, 4 * hidden, hidden}, inputs);
    const auto input = memory.input.of(call, 1, [&w] { return factorsOf(w); });
    const auto recurrent = memory.recurrent.of(call, 2, [&r] { return factorsOf(r); });
    std::vector<LstmWeights> weights;
    for (std::size_t d = 0; d < input->size(); ++d)
        weights.push_back({projection((*input)[d]), projection((*recurrent)[d])});
    return evaluateLstm(attributes, call, inputs, weights);
}

} // namespace

OperatorDefinitions definitions()
{
    return {
        {"", "LSTM", 1, kLatestOpset, inSinglePrecision<withMemory<LstmAttributes, LstmMemory<Factors>, lstmOutputs>>}};
}

} // namespace ql::ops::kernels::lstm
