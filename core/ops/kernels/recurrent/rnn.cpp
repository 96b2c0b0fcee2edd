// SPDX-License-Identifier: GPL-3.0-or-later
// RNN: the plain recurrent layer, one or two directions over sequences of float.
#include "core/ops/passes/float_map.h"
#include "core/ops/products/float_product.h"
#include "core/ops/recurrent/recurrent.h"
#include "core/ops/support/adapted_kernels.h"

namespace ql::ops::kernels::rnn {

namespace {

enum Input : std::size_t { kBias = 3, kLengths = 4, kInitialH = 5 };

/// What the operator reads, checked.
struct Operands {
    RecurrentInputs inputs;
    at::Tensor w, r, bias, h;

    Operands(const RecurrentAttributes& attributes, const KernelCall& call)
        : inputs(readInputs(call, attributes, kLengths))
    {
        const std::int64_t directions = attributes.directions(), hidden = attributes.hiddenSize;
        w = readWeight(call.required(1), "input 1 (W)", {directions, hidden, inputs.x.size(2)}, inputs);
        r = readWeight(call.required(2), "input 2 (R)", {directions, hidden, hidden}, inputs);
        bias = call.has(kBias) ? readWeight(call.input(kBias), "input 3 (B)", {directions, 2 * hidden}, inputs)
                               : at::zeros({directions, 2 * hidden}, inputs.x.options());
        h = readInitial(call, kInitialH, "input 5 (initial_h)", attributes, inputs);
    }
    /// What the steps of a direction read of x: [steps, batch, hidden].
    at::Tensor projected(std::int64_t direction) const
    {
        const auto hidden = w.size(1);
        const at::Tensor both = bias[direction].narrow(0, 0, hidden) + bias[direction].narrow(0, hidden, hidden);
        return at::addmm(both, inputs.x.reshape({-1, inputs.x.size(2)}), w[direction].t())
            .view({inputs.x.size(0), inputs.batch(), hidden});
    }
};

/// With the operator's own function, as passes over memory.
RecurrentRun directRun(const at::Tensor& projected, const at::Tensor& initial, const at::Tensor& factor,
                       bool isBackward)
{
    return runDirectly(projected, initial, isBackward, [&factor](const float* x, at::Tensor& state) {
        const auto product = floatProduct(state, factor);
        const auto count = static_cast<std::size_t>(state.numel());
        float* const y = state.data_ptr<float>();
        mapElements(BinaryMap::Add, OperandShape::BothFull, x, product.data_ptr<float>(), y, count);
        mapElements(SmoothMap::HyperbolicTangent, y, y, count);
    });
}

std::vector<Tensor> rnnOutputs(const RecurrentAttributes& attributes, const KernelCall& call)
{
    const Operands operands(attributes, call);
    const bool isDirect = areDirect(call, attributes, operands.inputs);
    std::vector<RecurrentRun> runs;
    for (std::int64_t d = 0; d < attributes.directions(); ++d) {
        const auto position = static_cast<std::size_t>(d);
        const bool isBackward = attributes.isBackward[position];
        const at::Tensor projected = operands.projected(d), recurrent = operands.r[d].t();
        const RecurrentActivation& f = attributes.activation(position, 0);
        const auto step = [&](const at::Tensor& x, const RecurrentState& state) -> RecurrentState {
            return {f(attributes.clipped(at::addmm(x, state[0], recurrent)))};
        };
        runs.push_back(isDirect ? directRun(projected, ofDirection(operands.h, d), recurrent.contiguous(), isBackward)
                                : runSteps(projected, {operands.h[d]}, operands.inputs.lengths, isBackward, step));
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
    return {{"", "RNN", 1, kLatestOpset, inSinglePrecision<bindRnn>}};
}

} // namespace ql::ops::kernels::rnn
