// SPDX-License-Identifier: GPL-3.0-or-later
// GRU: one or two directions over sequences of float, the reset gate before or after the recurrent product.
#include "core/ops/passes/float_map.h"
#include "core/ops/products/float_product.h"
#include "core/ops/recurrent/recurrent.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/operand_cache.h"

namespace ql::ops::kernels::gru {

namespace {

enum Input : std::size_t { kBias = 3, kLengths = 4, kInitialH = 5 };

struct GruAttributes {
    explicit GruAttributes(const graph::Node& node)
        : shared(readRecurrent(node, {"Sigmoid", "Tanh"}))
        , resetsAfterProduct(node.attributes.intOr("linear_before_reset", 0) != 0)
    {
    }

    RecurrentAttributes shared;
    bool resetsAfterProduct; ///< linear_before_reset
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

/// R of one direction as right factors: of what is multiplied by the output before, and by what the reset gate left.
struct Factors {
    at::Tensor seen;  ///< [hidden, 3 · hidden]; 2 · hidden where the reset gate comes before the product …
    at::Tensor reset; ///< … then [hidden, hidden], else undefined
};

/// What is made of W and R once per model, by direction.
struct GruMemory {
    OperandCache<std::vector<at::Tensor>> input; ///< [features, 3 · hidden]
    OperandCache<std::vector<Factors>> recurrent;
};

/// One direction as passes over memory, with the operator's own functions.
struct DirectCell {
    Factors factors;
    at::Tensor seenBias, resetBias; ///< one for each column of the factors

    DirectCell(Factors both, const at::Tensor& recurrentBias)
        : factors(std::move(both))
        , seenBias(recurrentBias.narrow(0, 0, factors.seen.size(1)))
        , resetBias(recurrentBias.narrow(0, factors.seen.size(1), recurrentBias.size(0) - factors.seen.size(1)))
    {
    }
    void step(const float* projected, at::Tensor& state) const;
};

/// @p x and @p product: what the candidate is the sum of.
void finishRow(const float* x, float* update, float* product, float* state, std::size_t hidden)
{
    constexpr auto kFull = OperandShape::BothFull;
    constexpr float kOne = 1.0f;
    mapElements(BinaryMap::Add, kFull, x, product, product, hidden);
    mapElements(SmoothMap::HyperbolicTangent, product, product, hidden);
    mapElements(BinaryMap::Multiply, kFull, update, state, state, hidden);
    mapElements(BinaryMap::Subtract, OperandShape::SingleLeft, &kOne, update, update, hidden);
    mapElements(BinaryMap::Multiply, kFull, update, product, product, hidden);
    mapElements(BinaryMap::Add, kFull, product, state, state, hidden);
}

void DirectCell::step(const float* projected, at::Tensor& state) const
{
    const auto batch = state.size(0), hidden = state.size(1), width = factors.seen.size(1);
    const bool resetsBefore = factors.reset.defined();
    const auto gates = floatProduct(state, factors.seen, seenBias);
    auto left = resetsBefore ? newTensor({batch, hidden}, at::kFloat) : at::Tensor();
    const auto count = static_cast<std::size_t>(hidden);
    const auto stateOf = [&](std::int64_t n) { return state.data_ptr<float>() + n * hidden; };
    const auto gatesOf = [&](std::int64_t n) { return gates.data_ptr<float>() + n * width; };
    const auto leftOf = [&](std::int64_t n) {
        return resetsBefore ? left.data_ptr<float>() + n * hidden : gatesOf(n) + 2 * hidden;
    };
    for (std::int64_t n = 0; n < batch; ++n) {
        float* const both = gatesOf(n);
        mapElements(BinaryMap::Add, OperandShape::BothFull, projected + n * 3 * hidden, both, both, 2 * count);
        mapElements(SmoothMap::Sigmoid, both, both, 2 * count);
        mapElements(BinaryMap::Multiply, OperandShape::BothFull, both + hidden, resetsBefore ? stateOf(n) : leftOf(n),
                    leftOf(n), count);
    }
    if (resetsBefore)
        left = floatProduct(left, factors.reset, resetBias);
    for (std::int64_t n = 0; n < batch; ++n)
        finishRow(projected + (n * 3 + 2) * hidden, gatesOf(n), leftOf(n), stateOf(n), count);
}

/// What the operator reads, checked.
struct Operands {
    RecurrentInputs inputs;
    at::Tensor w, r, bias, h;

    Operands(const GruAttributes& attributes, const KernelCall& call)
        : inputs(readInputs(call, attributes.shared, kLengths))
    {
        const std::int64_t directions = attributes.shared.directions(), hidden = attributes.shared.hiddenSize;
        w = readWeight(call.required(1), "input 1 (W)", {directions, 3 * hidden, inputs.x.size(2)}, inputs);
        r = readWeight(call.required(2), "input 2 (R)", {directions, 3 * hidden, hidden}, inputs);
        bias = call.has(kBias) ? readWeight(call.input(kBias), "input 3 (B)", {directions, 6 * hidden}, inputs)
                               : at::zeros({directions, 6 * hidden}, inputs.x.options());
        h = readInitial(call, kInitialH, "input 5 (initial_h)", attributes.shared, inputs);
    }
    std::int64_t gates() const { return w.size(1); }
    at::Tensor rows() const { return inputs.x.reshape({-1, inputs.x.size(2)}); }
    /// What the gates read of x, as they come of it: [steps, batch, gates].
    at::Tensor stepwise(const at::Tensor& projected) const
    {
        return projected.view({inputs.x.size(0), inputs.batch(), gates()});
    }
    at::Tensor inputBias(std::int64_t direction) const { return bias[direction].narrow(0, 0, gates()); }
    at::Tensor recurrentBias(std::int64_t direction) const { return bias[direction].narrow(0, gates(), gates()); }
};

std::vector<at::Tensor> inputFactors(const at::Tensor& w)
{
    std::vector<at::Tensor> factors;
    for (std::int64_t d = 0; d < w.size(0); ++d)
        factors.push_back(w[d].t().contiguous());
    return factors;
}

std::vector<Factors> recurrentFactors(const at::Tensor& r, bool resetsAfterProduct)
{
    std::vector<Factors> factors;
    const auto hidden = r.size(2);
    for (std::int64_t d = 0; d < r.size(0); ++d) {
        const at::Tensor all = r[d].t();
        factors.push_back(resetsAfterProduct ? Factors{all.contiguous(), {}}
                                             : Factors{all.narrow(1, 0, 2 * hidden).contiguous(),
                                                       all.narrow(1, 2 * hidden, hidden).contiguous()});
    }
    return factors;
}

std::vector<RecurrentRun> directRuns(const GruAttributes& attributes, const Operands& operands, const KernelCall& call,
                                     GruMemory& memory)
{
    const auto input = memory.input.of(call, 1, [&] { return inputFactors(operands.w); });
    const auto recurrent =
        memory.recurrent.of(call, 2, [&] { return recurrentFactors(operands.r, attributes.resetsAfterProduct); });
    const auto rows = operands.rows();
    const auto runDirection = [&](std::int64_t d) {
        const auto position = static_cast<std::size_t>(d);
        const DirectCell cell((*recurrent)[position], operands.recurrentBias(d));
        const auto projected = floatProduct(rows, (*input)[position], operands.inputBias(d));
        return runDirectly(operands.stepwise(projected), ofDirection(operands.h, d),
                           attributes.shared.isBackward[position],
                           [&cell](const float* x, at::Tensor& state) { cell.step(x, state); });
    };
    const auto products = operands.w.numel() + operands.r.numel();
    return runDirections(attributes.shared.directions(), rows.size(0) * products, runDirection);
}

std::vector<RecurrentRun> steppedRuns(const GruAttributes& attributes, const Operands& operands)
{
    const auto& shared = attributes.shared;
    std::vector<RecurrentRun> runs;
    for (std::int64_t d = 0; d < shared.directions(); ++d) {
        const auto position = static_cast<std::size_t>(d);
        const Cell cell{attributes, shared.activation(position, 0), shared.activation(position, 1), operands.r[d].t(),
                        operands.recurrentBias(d)};
        const at::Tensor projected = at::addmm(operands.inputBias(d), operands.rows(), operands.w[d].t());
        const auto step = [&cell](const at::Tensor& x, const RecurrentState& state) { return cell.step(x, state); };
        runs.push_back(runSteps(operands.stepwise(projected), {operands.h[d]}, operands.inputs.lengths,
                                shared.isBackward[position], step));
    }
    return runs;
}

std::vector<Tensor> gruOutputs(const KernelCall& call, const GruAttributes& attributes, GruMemory& memory)
{
    const Operands operands(attributes, call);
    const bool isDirect = areDirect(call, attributes.shared, operands.inputs);
    return joinedOutputs(isDirect ? directRuns(attributes, operands, call, memory) : steppedRuns(attributes, operands),
                         attributes.shared);
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "GRU", 1, kLatestOpset, inSinglePrecision<withMemory<GruAttributes, GruMemory, gruOutputs>>}};
}

} // namespace ql::ops::kernels::gru
