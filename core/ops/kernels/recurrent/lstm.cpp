// SPDX-License-Identifier: GPL-3.0-or-later
// LSTM: one or two directions over sequences of float.
#include "core/ops/support/lstm_cell.h"

namespace ql::ops::kernels::lstm {

namespace {

GateProjection projection(const at::Tensor& weight)
{
    return [transposed = weight.t()](const at::Tensor& rows) { return at::mm(rows, transposed); };
}

std::vector<Tensor> lstmOutputs(const KernelCall& call, const LstmAttributes& attributes)
{
    const RecurrentInputs inputs = readLstmInputs(call, attributes);
    const std::int64_t directions = attributes.shared.directions();
    const std::int64_t hidden = attributes.shared.hiddenSize;
    const at::Tensor w =
        readWeight(call.required(1), "input 1 (W)", {directions, 4 * hidden, inputs.x.size(2)}, inputs);
    const at::Tensor r = readWeight(call.required(2), "input 2 (R)", {directions, 4 * hidden, hidden}, inputs);
    std::vector<LstmWeights> weights;
    for (std::int64_t d = 0; d < directions; ++d)
        weights.push_back({projection(w[d]), projection(r[d])});
    return evaluateLstm(attributes, call, inputs, weights);
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "LSTM", 1, kLatestOpset, boundTo<LstmAttributes, lstmOutputs>}};
}

} // namespace ql::ops::kernels::lstm
