// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/recurrent/lstm_cell.h"

#include "core/ops/passes/float_map.h"
#include "core/ops/support/direct_tensor.h"

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

/// One direction as passes over memory, with the operator's own functions.
class DirectCell {
public:
    /// @p cell [batch, hidden] is its own to change.
    DirectCell(const LstmWeights& weights, const at::Tensor& bias, at::Tensor cell)
        : m_weights(weights)
        , m_bias(bias)
        , m_cell(std::move(cell))
    {
    }

    void step(const float* projected, at::Tensor& state)
    {
        const auto gates = m_weights.recurrent(state);
        const auto batch = state.size(0), hidden = state.size(1);
        for (std::int64_t n = 0; n < batch; ++n)
            stepOne(projected + n * 4 * hidden, gates.data_ptr<float>() + n * 4 * hidden,
                    m_cell.data_ptr<float>() + n * hidden, state.data_ptr<float>() + n * hidden, std::size_t(hidden));
    }
    const at::Tensor& cell() const { return m_cell; }

private:
    /// @p gates: what the output before gives, i, o, f, c.
    void stepOne(const float* projected, float* gates, float* cell, float* output, std::size_t hidden) const
    {
        constexpr auto kFull = OperandShape::BothFull;
        float* const outputGate = gates + hidden;
        float* const forget = gates + 2 * hidden;
        float* const candidate = gates + 3 * hidden;
        mapElements(BinaryMap::Add, kFull, projected, gates, gates, 4 * hidden);
        if (m_bias.defined())
            mapElements(BinaryMap::Add, kFull, gates, m_bias.data_ptr<float>(), gates, 4 * hidden);
        mapElements(SmoothMap::Sigmoid, gates, gates, 3 * hidden);
        mapElements(SmoothMap::HyperbolicTangent, candidate, candidate, hidden);
        mapElements(BinaryMap::Multiply, kFull, gates, candidate, candidate, hidden);
        mapElements(BinaryMap::Multiply, kFull, forget, cell, cell, hidden);
        mapElements(BinaryMap::Add, kFull, cell, candidate, cell, hidden);
        mapElements(SmoothMap::HyperbolicTangent, cell, candidate, hidden);
        mapElements(BinaryMap::Multiply, kFull, outputGate, candidate, output, hidden);
    }

    const LstmWeights& m_weights;
    at::Tensor m_bias; ///< begins with 4 · hidden, or undefined
    at::Tensor m_cell;
};

/// What the operator reads beside x, w and r.
struct LstmRest {
    at::Tensor bias;     ///< [directions, 8 · hidden], or undefined
    at::Tensor peephole; ///< [directions, 3 · hidden], or undefined
    at::Tensor h, c;     ///< [directions, batch, hidden]

    /// Input and recurrent bias of a direction added up, or undefined.
    at::Tensor biasOf(std::int64_t direction) const
    {
        if (!bias.defined())
            return {};
        const auto size = bias.size(1) / 2;
        return bias[direction].narrow(0, 0, size) + bias[direction].narrow(0, size, size);
    }
    /// The same of float32, beside LibTorch.
    at::Tensor directBias(std::int64_t direction) const
    {
        if (!bias.defined())
            return {};
        auto both = ownFloats(ofDirection(bias, direction));
        const auto size = both.numel() / 2;
        float* const first = both.data_ptr<float>();
        mapElements(BinaryMap::Add, OperandShape::BothFull, first, first + size, first, std::size_t(size));
        return both;
    }
};

LstmRest readRest(const LstmAttributes& attributes, const KernelCall& call, const RecurrentInputs& inputs)
{
    const auto& shared = attributes.shared;
    const std::int64_t hidden = shared.hiddenSize;
    LstmRest rest;
    rest.h = readInitial(call, kInitialH, "input 5 (initial_h)", shared, inputs);
    rest.c = readInitial(call, kInitialC, "input 6 (initial_c)", shared, inputs);
    if (call.has(kBias))
        rest.bias = readWeight(call.input(kBias), "input 3 (B)", {shared.directions(), 8 * hidden}, inputs);
    if (call.has(kPeephole))
        rest.peephole = readWeight(call.input(kPeephole), "input 7 (P)", {shared.directions(), 3 * hidden}, inputs);
    return rest;
}

/// What the gates read of x: [steps, batch, 4 · hidden].
at::Tensor projected(const RecurrentInputs& inputs, const LstmWeights& weights, std::int64_t hidden)
{
    const auto steps = inputs.x.size(0);
    const auto gates = weights.input(reshaped(inputs.x, {steps * inputs.batch(), inputs.x.size(2)}));
    return reshaped(gates, {steps, inputs.batch(), 4 * hidden});
}

std::vector<RecurrentRun> directRuns(const RecurrentAttributes& shared, const RecurrentInputs& inputs,
                                     const std::vector<LstmWeights>& weights, const LstmRest& rest)
{
    const auto runDirection = [&](std::int64_t direction) {
        const auto d = static_cast<std::size_t>(direction);
        DirectCell cell(weights[d], rest.directBias(direction), ownFloats(ofDirection(rest.c, direction)));
        auto run =
            runDirectly(projected(inputs, weights[d], shared.hiddenSize), ofDirection(rest.h, direction),
                        shared.isBackward[d], [&cell](const float* x, at::Tensor& state) { cell.step(x, state); });
        run.last.push_back(cell.cell());
        return run;
    };
    const auto rows = shared.directions() * inputs.x.size(0) * inputs.batch();
    const auto products = rows * 4 * shared.hiddenSize * (shared.hiddenSize + inputs.x.size(2));
    return runDirections(shared.directions(), products, runDirection);
}

std::vector<RecurrentRun> steppedRuns(const LstmAttributes& attributes, const RecurrentInputs& inputs,
                                      const std::vector<LstmWeights>& weights, const LstmRest& rest)
{
    const auto& shared = attributes.shared;
    std::vector<RecurrentRun> runs;
    for (std::size_t d = 0; d < weights.size(); ++d) {
        const auto direction = static_cast<std::int64_t>(d);
        Cell cell{attributes, weights[d], shared.activation(d, 0), shared.activation(d, 1), shared.activation(d, 2)};
        cell.bias = rest.biasOf(direction);
        if (rest.peephole.defined())
            cell.peephole = rest.peephole[direction].view({3, shared.hiddenSize});
        const auto step = [&cell](const at::Tensor& x, const RecurrentState& state) { return cell.step(x, state); };
        runs.push_back(runSteps(projected(inputs, weights[d], shared.hiddenSize),
                                {rest.h[direction], rest.c[direction]}, inputs.lengths, shared.isBackward[d], step));
    }
    return runs;
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
    const LstmRest rest = readRest(attributes, call, inputs);
    const bool isDirect = areDirect(call, shared, inputs) && !rest.peephole.defined() && !attributes.couplesForgetGate;
    return joinedOutputs(
        isDirect ? directRuns(shared, inputs, weights, rest) : steppedRuns(attributes, inputs, weights, rest), shared);
}

} // namespace ql::ops
