// SPDX-License-Identifier: GPL-3.0-or-later
// GRU: one or two directions over sequences of float, the reset gate before or after the recurrent product.
#include "core/ops/support/recurrent.h"

namespace ql::ops::kernels::gru {

namespace {

enum Input : std::size_t { kBias = 3, kLengths = 4, kInitialH = 5 };

struct GruAttributes {
    RecurrentAttributes shared;
    bool resetsAfterProduct = false; ///< linear_before_reset
};

/// One direction's functions and constants; gates stand in the order update, reset, hidden.
struct Cell {
    const GruAttributes& attributes;
    const RecurrentActivation& f;
    const RecurrentActivation& g;
    at::Tensor recurrent;     ///< [hidden, 3 · hidden]
    at::Tensor recurrentBias; ///< [3 · hidden]

    RecurrentState step(const at::Tensor& projected, const RecurrentState& state) const;
};

RecurrentState Cell::step(const at::Tensor& projected, const RecurrentState& state) const
{
    const at::Tensor& before = state[0];
    const std::int64_t hidden = attributes.shared.hiddenSize;
    const auto clipped = [this](const at::Tensor& x) { return attributes.shared.clipped(x); };
    const at::Tensor both =
        projected.narrow(1, 0, 2 * hidden)
        + at::addmm(recurrentBias.narrow(0, 0, 2 * hidden), before, recurrent.narrow(1, 0, 2 * hidden));
    const at::Tensor update = f(clipped(both.narrow(1, 0, hidden)));
    const at::Tensor reset = f(clipped(both.narrow(1, hidden, hidden)));
    const at::Tensor weight = recurrent.narrow(1, 2 * hidden, hidden);
    const at::Tensor bias = recurrentBias.narrow(0, 2 * hidden, hidden);
    const at::Tensor product = attributes.resetsAfterProduct ? reset * at::addmm(bias, before, weight)
                                                             : at::addmm(bias, reset * before, weight);
    const at::Tensor candidate = g(clipped(projected.narrow(1, 2 * hidden, hidden) + product));
    return {(1.0 - update) * candidate + update * before};
}

std::vector<Tensor> gruOutputs(const GruAttributes& attributes, const KernelCall& call)
{
    const auto& shared = attributes.shared;
    const RecurrentInputs inputs = readInputs(call, shared, kLengths);
    const std::int64_t directions = shared.directions();
    const std::int64_t gates = 3 * shared.hiddenSize;
    const std::int64_t features = inputs.x.size(2);
    const at::Tensor w = readWeight(call.required(1), "input 1 (W)", {directions, gates, features}, inputs);
    const at::Tensor r = readWeight(call.required(2), "input 2 (R)", {directions, gates, shared.hiddenSize}, inputs);
    const at::Tensor bias = call.has(kBias)
                                ? readWeight(call.input(kBias), "input 3 (B)", {directions, 2 * gates}, inputs)
                                : at::zeros({directions, 2 * gates}, inputs.x.options());
    const at::Tensor h = readInitial(call, kInitialH, "input 5 (initial_h)", shared, inputs);
    const at::Tensor rows = inputs.x.reshape({-1, features});
    std::vector<RecurrentRun> runs;
    for (std::int64_t d = 0; d < directions; ++d) {
        const auto position = static_cast<std::size_t>(d);
        const Cell cell{attributes, shared.activation(position, 0), shared.activation(position, 1), r[d].t(),
                        bias[d].narrow(0, gates, gates)};
        const at::Tensor projected =
            at::addmm(bias[d].narrow(0, 0, gates), rows, w[d].t()).view({inputs.x.size(0), inputs.batch(), gates});
        const auto step = [&cell](const at::Tensor& x, const RecurrentState& state) { return cell.step(x, state); };
        runs.push_back(runSteps(projected, {h[d]}, inputs.lengths, shared.isBackward[position], step));
    }
    return joinedOutputs(runs, shared);
}

Kernel bindGru(const graph::Node& node)
{
    GruAttributes attributes{readRecurrent(node, {"Sigmoid", "Tanh"}),
                             node.attributes.intOr("linear_before_reset", 0) != 0};
    return [attributes = std::move(attributes)](const KernelCall& call) { return gruOutputs(attributes, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "GRU", 1, kLatestOpset, bindGru}};
}

} // namespace ql::ops::kernels::gru
