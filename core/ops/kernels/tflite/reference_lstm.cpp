// SPDX-License-Identifier: GPL-3.0-or-later
// SequenceLSTM of domain "tflite": one direction on floats, with the inputs of the format's
// UNIDIRECTIONAL_SEQUENCE_LSTM. A run begins with the state that the node is given.
#include "core/ops/kernels/tflite/lstm_sequence.h"
#include "core/ops/products/float_product.h"
#include "core/ops/support/checks.h"

#include <array>

namespace ql::ops::kernels::reference_lstm {

namespace {

using namespace lite_lstm;
using graph::DataType;

at::Tensor clipped(const at::Tensor& x, double clip)
{
    return clip > 0.0 ? x.clamp(-clip, clip) : x;
}

/// One after another: data, four weights, four recurrent weights, three peepholes (none for the cell), four biases,
/// projection and its bias, state of output and cell, four factors of layer normalization.
namespace slot {
constexpr std::size_t kWeights = 1, kRecurrent = 5, kPeepholes = 9, kBiases = 12, kProjection = 16, kState = 18,
                      kCellState = 19, kFactors = 20;
}

class FloatCell {
public:
    FloatCell(const KernelCall& call, const Attributes& attributes, const Sequence& x);

    at::Tensor step(const at::Tensor& x);
    std::int64_t width() const { return m_state.size(1); }

private:
    at::Tensor floatsAt(std::size_t input, std::initializer_list<std::int64_t> shape) const;
    at::Tensor gate(Gate gate, const at::Tensor& x, const at::Tensor& state) const;

    const KernelCall& m_call;
    const Attributes& m_attributes;
    std::int64_t m_cells = 0;
    std::array<at::Tensor, kGates> m_weights; ///< as right factors; the input gate's may be missing
    std::array<at::Tensor, kGates> m_recurrent;
    std::array<at::Tensor, kGates> m_peepholes;
    std::array<at::Tensor, kGates> m_biases;
    std::array<at::Tensor, kGates> m_factors;
    at::Tensor m_projection;
    at::Tensor m_state;
    at::Tensor m_cell;
};

at::Tensor FloatCell::floatsAt(std::size_t input, std::initializer_list<std::int64_t> shape) const
{
    if (!m_call.has(input))
        return {};
    const auto& tensor = m_call.required(input);
    expectType(tensor, Message("input {}", input), {DataType::Float});
    expectFit(tensor.data.sizes() == at::IntArrayRef(shape), m_call, input);
    return tensor.data;
}

FloatCell::FloatCell(const KernelCall& call, const Attributes& attributes, const Sequence& x)
    : m_call(call)
    , m_attributes(attributes)
{
    m_cells = call.required(slot::kWeights + kForget).data.size(0);
    const auto width = call.required(slot::kState).data.size(-1);
    const auto factor = [](const at::Tensor& weight) { return weight.defined() ? weight.t().contiguous() : weight; };
    for (std::size_t i = 0; i < kGates; ++i) {
        m_weights[i] = factor(floatsAt(slot::kWeights + i, {m_cells, x.features()}));
        m_recurrent[i] = factor(floatsAt(slot::kRecurrent + i, {m_cells, width}));
        m_biases[i] = floatsAt(slot::kBiases + i, {m_cells});
        m_factors[i] = floatsAt(slot::kFactors + i, {m_cells});
        if (i == kInput && !m_weights[i].defined() && !m_recurrent[i].defined())
            continue;
        call.required((m_weights[i].defined() ? slot::kRecurrent : slot::kWeights) + i);
        call.required(slot::kBiases + i);
    }
    m_peepholes[kInput] = floatsAt(slot::kPeepholes, {m_cells});
    m_peepholes[kForget] = floatsAt(slot::kPeepholes + 1, {m_cells});
    m_peepholes[kOutput] = floatsAt(slot::kPeepholes + 2, {m_cells});
    m_projection = factor(floatsAt(slot::kProjection, {width, m_cells}));
    m_state = floatsAt(slot::kState, {x.batch(), width});
    m_cell = floatsAt(slot::kCellState, {x.batch(), m_cells});
    expectFit(m_projection.defined() || width == m_cells, call, slot::kState);
    call.required(slot::kCellState);
}

/// Before its activation. @p x and @p state are as the products see them.
at::Tensor FloatCell::gate(Gate gate, const at::Tensor& x, const at::Tensor& state) const
{
    constexpr double kLeastVariance = 1e-8;
    auto sum = floatProduct(x, m_weights[gate]).add(floatProduct(state, m_recurrent[gate]));
    if (m_peepholes[gate].defined())
        sum = sum.add(m_cell.mul(m_peepholes[gate]));
    if (m_factors[gate].defined()) {
        const auto centered = sum.sub(sum.mean(-1, true));
        const auto variance = centered.mul(centered).mean(-1, true);
        sum = centered.mul(variance.add(kLeastVariance).rsqrt()).mul(m_factors[gate]);
    }
    return sum.add(m_biases[gate]);
}

at::Tensor FloatCell::step(const at::Tensor& x)
{
    const auto seen = quantizedRows(x, m_attributes.rows, m_attributes.rowSplit);
    const auto kept = quantizedRows(m_state, m_attributes.rows);
    const auto forget = at::sigmoid(gate(kForget, seen, kept));
    const bool isCoupled = !m_weights[kInput].defined();
    const auto input = isCoupled ? 1 - forget : at::sigmoid(gate(kInput, seen, kept));
    const auto candidate = at::tanh(gate(kCell, seen, kept));
    m_cell = clipped(m_cell.mul(forget).add(candidate.mul(input)), m_attributes.cellClip);
    const auto hidden = at::sigmoid(gate(kOutput, seen, kept)).mul(at::tanh(m_cell)); // peeps at the new cell
    m_state = hidden;
    if (!m_projection.defined())
        return m_state;
    m_state = floatProduct(quantizedRows(hidden, m_attributes.rows), m_projection);
    if (const auto bias = floatsAt(slot::kProjection + 1, {m_state.size(1)}); bias.defined())
        m_state = m_state.add(bias);
    return m_state = clipped(m_state, m_attributes.projectionClip);
}

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
{
    expectType(call.required(0), "input 0 (x)", {DataType::Float});
    const Sequence x(call, attributes);
    FloatCell cell(call, attributes, x);
    std::vector<at::Tensor> outputs;
    for (std::int64_t i = 0; i < x.steps(); ++i)
        outputs.push_back(cell.step(x.step(i)));
    return {Tensor(x.joined(outputs, cell.width()))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "SequenceLSTM", 1, kLatestOpset, boundTo<Attributes, evaluate>}};
}

} // namespace ql::ops::kernels::reference_lstm
