// SPDX-License-Identifier: GPL-3.0-or-later
// RNN: the plain recurrent layer, one or two directions over sequences of float.
#include "core/ops/support/recurrent.h"

namespace ql::ops::kernels::rnn {

namespace {

enum Input : std::size_t { kBias = 3, kLengths = 4, kInitialH = 5 };

std::vector<Tensor> rnnOutputs(const RecurrentAttributes& attributes, const KernelCall& call)
{
    const RecurrentInputs inputs = readInputs(call, attributes, kLengths);
    const std::int64_t directions = attributes.directions();
    const std::int64_t hidden = attributes.hiddenSize;
    const std::int64_t features = inputs.x.size(2);
    const at::Tensor w = readWeight(call.required(1), "input 1 (W)", {directions, hidden, features}, inputs);
    const at::Tensor r = readWeight(call.required(2), "input 2 (R)", {directions, hidden, hidden}, inputs);
    const at::Tensor bias = call.has(kBias)
                                ? readWeight(call.input(kBias), "input 3 (B)", {directions, 2 * hidden}, inputs)
                                : at::zeros({directions, 2 * hidden}, inputs.x.options());
    const at::Tensor h = readInitial(call, kInitialH, "input 5 (initial_h)", attributes, inputs);
    const at::Tensor rows = inputs.x.reshape({-1, features});
    std::vector<RecurrentRun> runs;
    for (std::int64_t d = 0; d < directions; ++d) {
        const auto position = static_cast<std::size_t>(d);
        const at::Tensor both = bias[d].narrow(0, 0, hidden) + bias[d].narrow(0, hidden, hidden);
        const at::Tensor projected = at::addmm(both, rows, w[d].t()).view({inputs.x.size(0), inputs.batch(), hidden});
        const RecurrentActivation& f = attributes.activation(position, 0);
        const auto step = [&, recurrent = r[d].t()](const at::Tensor& x,
                                                    const RecurrentState& state) -> RecurrentState {
            return {f(attributes.clipped(at::addmm(x, state[0], recurrent)))};
        };
        runs.push_back(runSteps(projected, {h[d]}, inputs.lengths, attributes.isBackward[position], step));
    }
    return joinedOutputs(runs, attributes);
}

Kernel bindRnn(const graph::Node& node)
{
    return
        [attributes = readRecurrent(node, {"Tanh"})](const KernelCall& call) { return rnnOutputs(attributes, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "RNN", 1, kLatestOpset, bindRnn}};
}

} // namespace ql::ops::kernels::rnn
