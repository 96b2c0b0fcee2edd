// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/lstm_cell.h"

namespace ql::ops {

namespace {

enum Input : std::size_t { kBias = 3, kLengths = 4, kInitialH = 5, kInitialC = 6, kPeephole = 7 };

/// One direction's functions and constants.
struct Cell {
    const LstmAttributes& attributes;
    const LstmWeights& weights;
    const RecurrentActivation& f;
    const RecurrentActivation& g;
    const RecurrentActivation& h;
    at::Tensor bias = {};     ///< [4 · hidden], input and recurrent bias added up; or undefined
    at::Tensor peephole = {}; ///< [3, hidden] for i, o, f; or undefined

    RecurrentState step(const at::Tensor& projected, const RecurrentState& state) const;
};

RecurrentState Cell::step(const at::Tensor& projected, const RecurrentState& state) const
{
    const at::Tensor& before = state[1];
    at::Tensor gates = projected + weights.recurrent(state[0]);
    if (bias.defined())
        gates.add_(bias);
    const std::vector<at::Tensor> parts = gates.chunk(4, 1);
    const auto gate = [&](std::int64_t i, const at::Tensor& cell, const RecurrentActivation& activation) {
        const at::Tensor& part = parts[static_cast<std::size_t>(i)];
        const at::Tensor seen = peephole.defined() && i < 3 ? part + peephole[i] * cell : part;
        return activation(attributes.shared.clipped(seen));
    };
    const at::Tensor input = gate(0, before, f);
    const at::Tensor forget = attributes.couplesForgetGate ? 1.0 - input : gate(2, before, f);
    const at::Tensor cell = forget * before + input * gate(3, before, g);
    const at::Tensor output = gate(1, cell, f);
    return {output * h(cell), cell};
}

} // namespace

LstmAttributes::LstmAttributes(const graph::Node& node)
    : shared(readRecurrent(node, {"Sigmoid", "Tanh", "Tanh"}))
    , couplesForgetGate(node.attributes.intOr("input_forget", 0) != 0)
{
}

RecurrentInputs readLstmInputs(const KernelCall& call, const LstmAttributes& attributes)
{
    return readInputs(call, attributes.shared, kLengths);
}

std::vector<Tensor> evaluateLstm(const LstmAttributes& attributes, const KernelCall& call,
                                 const RecurrentInputs& inputs, const std::vector<LstmWeights>& weights)
{
    const auto& shared = attributes.shared;
    const std::int64_t hidden = shared.hiddenSize;
    const at::Tensor h = readInitial(call, kInitialH, "input 5 (initial_h)", shared, inputs);
    const at::Tensor c = readInitial(call, kInitialC, "input 6 (initial_c)", shared, inputs);
    at::Tensor bias;
    if (call.has(kBias))
        bias = readWeight(call.input(kBias), "input 3 (B)", {shared.directions(), 8 * hidden}, inputs);
    at::Tensor peephole;
    if (call.has(kPeephole))
        peephole = readWeight(call.input(kPeephole), "input 7 (P)", {shared.directions(), 3 * hidden}, inputs);

    const std::int64_t steps = inputs.x.size(0);
    const at::Tensor rows = inputs.x.reshape({steps * inputs.batch(), inputs.x.size(2)});
    std::vector<RecurrentRun> runs;
    for (std::size_t d = 0; d < weights.size(); ++d) {
        const auto direction = static_cast<std::int64_t>(d);
        Cell cell{attributes, weights[d], shared.activation(d, 0), shared.activation(d, 1), shared.activation(d, 2)};
        if (bias.defined())
            cell.bias = bias[direction].narrow(0, 0, 4 * hidden) + bias[direction].narrow(0, 4 * hidden, 4 * hidden);
        if (peephole.defined())
            cell.peephole = peephole[direction].view({3, hidden});
        const at::Tensor projected = weights[d].input(rows).view({steps, inputs.batch(), 4 * hidden});
        const auto step = [&cell](const at::Tensor& x, const RecurrentState& state) { return cell.step(x, state); };
        runs.push_back(runSteps(projected, {h[direction], c[direction]}, inputs.lengths, shared.isBackward[d], step));
    }
    return joinedOutputs(runs, shared);
}

} // namespace ql::ops
