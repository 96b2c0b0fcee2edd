// SPDX-License-Identifier: GPL-3.0-or-later
// SequenceLSTM of domain "tflite": one direction, with the inputs of the format's UNIDIRECTIONAL_SEQUENCE_LSTM, and
// QLinearLSTM on integers of 8 or 16 bits with weights of 8 and a cell of 16 bits, in the reference kernels' integer
// arithmetic. A run begins with the state that the node is given.
#include "core/base/error.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/quantization/row_quantization.h"
#include "core/ops/quantization/sigmoid_table.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/float_product.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::ops::kernels::reference_lstm {

namespace {

using graph::DataType;

enum Gate { kInput, kForget, kCell, kOutput, kGates };

struct Attributes {
    bool isTimeMajor;
    bool isReverse; ///< from the last step to the first
    double cellClip;
    double projectionClip;
    RowQuantization rows;

    explicit Attributes(const graph::Node& node)
        : isTimeMajor(node.attributes.intOr("time_major", 0) != 0)
        , isReverse(node.attributes.intOr("reverse", 0) != 0)
        , cellClip(node.attributes.floatOr("cell_clip", 0.0))
        , projectionClip(node.attributes.floatOr("proj_clip", 0.0))
        , rows(rowQuantization(node.attributes.intOr("rows", 0)))
    {
    }
};

void expectFit(bool fits, const KernelCall& call, std::size_t input)
{
    if (!fits)
        throw Error(ErrorCode::ShapeMismatch, Message("input {} has shape {}, which doesn't fit the others", input,
                                                      graph::toString(call.required(input).shape())));
}

at::Tensor clipped(const at::Tensor& x, double clip)
{
    return clip > 0.0 ? x.clamp(-clip, clip) : x;
}

/// Input 0 as steps × batch × features in the order in which they run, and results as the caller wants them.
class Sequence {
public:
    Sequence(const KernelCall& call, const Attributes& attributes)
        : m_isReverse(attributes.isReverse)
    {
        const auto& x = call.required(0).data;
        expectFit(x.dim() == 2 || x.dim() == 3, call, 0);
        m_isOneStep = x.dim() == 2;
        m_isTimeFirst = m_isOneStep || attributes.isTimeMajor;
        m_steps = m_isOneStep ? x.unsqueeze(0) : m_isTimeFirst ? x : x.transpose(0, 1);
        m_steps = m_isReverse ? m_steps.flip(0) : m_steps;
    }

    std::int64_t steps() const { return m_steps.size(0); }
    std::int64_t batch() const { return m_steps.size(1); }
    std::int64_t features() const { return m_steps.size(2); }
    at::Tensor step(std::int64_t i) const { return m_steps[i].contiguous(); }
    at::Tensor joined(const std::vector<at::Tensor>& outputs, std::int64_t width) const
    {
        auto all = outputs.empty() ? at::empty({steps(), batch(), width}, m_steps.options()) : at::stack(outputs);
        all = m_isReverse ? all.flip(0) : all;
        return m_isOneStep ? all[0] : m_isTimeFirst ? all : all.transpose(0, 1).contiguous();
    }

private:
    bool m_isReverse;
    bool m_isOneStep = false;
    bool m_isTimeFirst = false;
    at::Tensor m_steps;
};

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
    const auto seen = quantizedRows(x, m_attributes.rows);
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

/// Data, the eight weights and the states, each with scale and zero point behind it; four biases and the result's scale
/// and zero point between them; perhaps three peepholes as the weights.
namespace integer_slot {
constexpr std::size_t kWeights = 3, kRecurrent = 15, kBiases = 27, kResult = 31, kState = 33, kCellState = 36,
                      kPeepholes = 39;
}

constexpr std::int32_t kLeast16 = -32768;
constexpr std::int32_t kMost16 = 32767;

std::int32_t clamped16(std::int64_t x)
{
    return std::int32_t(std::clamp<std::int64_t>(x, kLeast16, kMost16));
}

class IntegerCell {
public:
    IntegerCell(const KernelCall& call, const Attributes& attributes, const Sequence& x);

    at::Tensor step(const at::Tensor& x);
    std::int64_t width() const { return m_cells; }

private:
    struct Product {
        at::Tensor weight; ///< as a right factor of double, in which sums of such integers are exact
        FixedFactor factor;
    };
    /// What a gate sees of the cell, element by element.
    struct Peephole {
        std::vector<std::int32_t> weights; ///< empty where there is none
        FixedFactor factor;
    };
    Peephole peepholeAt(const KernelCall& call, std::size_t input, double cellScale) const;
    Product productAt(const KernelCall& call, std::size_t input, const ReferenceScale& data, std::int64_t depth) const;
    std::vector<std::int32_t> gate(Gate gate, const at::Tensor& x) const;
    std::int32_t cellOf(std::int32_t forget, std::int32_t input, std::int32_t candidate, std::int32_t before) const;

    std::int64_t m_cells = 0;
    std::array<Product, kGates> m_seen;
    std::array<Product, kGates> m_kept;
    std::array<Peephole, kGates> m_peepholes;
    std::array<std::vector<std::int64_t>, kGates> m_biases;
    DataType m_type; ///< of data and state
    ReferenceScale m_data;
    ReferenceScale m_hidden;
    ReferenceBounds m_bounds;
    FixedFactor m_toCell;
    FixedFactor m_toHidden;
    TableScale m_gateTable;
    TableScale m_cellTable;
    std::int32_t m_clip = 0;
    std::vector<std::int32_t> m_cell;
    at::Tensor m_state; ///< less its zero point
};

/// Gates are in fractions of 2^12 before their activation.
constexpr double kGateScale = 1.0 / 4096;
constexpr double kActivated = 1.0 / 32768;

IntegerCell::Product IntegerCell::productAt(const KernelCall& call, std::size_t input, const ReferenceScale& data,
                                            std::int64_t depth) const
{
    if (!call.has(input))
        return {};
    const auto& weight = call.required(input);
    expectType(weight, Message("input {}", input), {DataType::Int8});
    expectFit(weight.data.dim() == 2 && weight.data.size(0) == m_cells && weight.data.size(1) == depth, call, input);
    const auto scale = referenceScale(call, input + 1);
    return {centered(weight, scale.zeroPoint).to(at::kDouble).t().contiguous(),
            fixedFactor(double(data.scale * scale.scale) / kGateScale)};
}

IntegerCell::Peephole IntegerCell::peepholeAt(const KernelCall& call, std::size_t input, double cellScale) const
{
    if (!call.has(input))
        return {};
    const auto& weight = call.required(input);
    expectType(weight, Message("input {}", input), {DataType::Int16});
    expectFit(weight.data.numel() == m_cells, call, input);
    const auto scale = referenceScale(call, input + 1);
    const auto integers = centered(weight, scale.zeroPoint);
    const auto* first = integers.data_ptr<std::int32_t>();
    return {{first, first + m_cells}, fixedFactor(cellScale * double(scale.scale) / kGateScale)};
}

IntegerCell::IntegerCell(const KernelCall& call, const Attributes& attributes, const Sequence& x)
    : m_type(call.required(0).type)
    , m_data(referenceScale(call, 1))
    , m_hidden(referenceScale(call, integer_slot::kState + 1))
    , m_bounds(referenceBounds(m_type, m_hidden, 0))
    , m_gateTable(tableScale(kGateScale))
{
    m_cells = call.required(integer_slot::kWeights + 3 * kForget).data.size(0);
    for (std::size_t i = 0; i < kGates; ++i) {
        m_seen[i] = productAt(call, integer_slot::kWeights + 3 * i, m_data, x.features());
        m_kept[i] = productAt(call, integer_slot::kRecurrent + 3 * i, m_hidden, m_cells);
        if (i != kInput || m_seen[i].weight.defined() || m_kept[i].weight.defined())
            call.required((m_seen[i].weight.defined() ? integer_slot::kRecurrent : integer_slot::kWeights) + 3 * i);
        m_biases[i] = referenceBias(call, integer_slot::kBiases + i, m_cells);
    }
    const auto& state = call.required(integer_slot::kState);
    const auto& cell = call.required(integer_slot::kCellState);
    expectType(state, Message("input {}", integer_slot::kState), {m_type});
    expectFit(state.data.numel() == x.batch() * m_cells, call, integer_slot::kState);
    expectFit(cell.data.numel() == x.batch() * m_cells, call, integer_slot::kCellState);
    const double scale = double(referenceScale(call, integer_slot::kCellState + 1).scale);
    constexpr std::array kPeeping{kInput, kForget, kOutput};
    for (std::size_t i = 0; i < kPeeping.size(); ++i)
        m_peepholes[kPeeping[i]] = peepholeAt(call, integer_slot::kPeepholes + 3 * i, scale);
    m_toCell = fixedFactor(kActivated * kActivated / scale);
    m_toHidden = fixedFactor(kActivated * kActivated / double(m_hidden.scale));
    m_cellTable = tableScale(scale);
    m_clip = attributes.cellClip > 0 ? clamped16(std::int64_t(std::min(attributes.cellClip / scale, 32767.0))) : 0;
    const auto cells = cell.data.to(at::kInt).contiguous();
    m_cell.assign(cells.data_ptr<std::int32_t>(), cells.data_ptr<std::int32_t>() + cells.numel());
    m_state = centered(state, m_hidden.zeroPoint).reshape({x.batch(), m_cells}).to(at::kDouble);
}

std::vector<std::int32_t> IntegerCell::gate(Gate gate, const at::Tensor& x) const
{
    const auto seen = at::mm(x, m_seen[gate].weight).contiguous();
    const auto kept = at::mm(m_state, m_kept[gate].weight).contiguous();
    const bool isWide = m_type == DataType::Int16;
    std::vector<std::int32_t> result(m_cell.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto bias = m_biases[gate][i % std::size_t(m_cells)];
        const auto scaledDown = [isWide](std::int64_t sum, const Product& product) {
            return clamped16(scaledSum(sum, product.factor, isWide));
        };
        const auto ofData = scaledDown(std::int64_t(seen.data_ptr<double>()[i]) + bias, m_seen[gate]);
        const auto ofState = scaledDown(std::int64_t(kept.data_ptr<double>()[i]), m_kept[gate]);
        auto sum = clamped16(ofData + ofState);
        if (const auto& [weights, factor] = m_peepholes[gate]; !weights.empty())
            sum = clamped16(sum + scaled(weights[i % std::size_t(m_cells)] * m_cell[i], factor));
        result[i] = gate == kCell ? tabledTanh(sum, m_gateTable) : tabledLogistic(sum, m_gateTable);
    }
    return result;
}

std::int32_t IntegerCell::cellOf(std::int32_t forget, std::int32_t input, std::int32_t candidate,
                                 std::int32_t before) const
{
    const auto kept = clamped16(scaled(forget * before, fixedFactor(kActivated)));
    const auto cell = clamped16(kept + clamped16(scaled(input * candidate, m_toCell)));
    return m_clip > 0 ? std::clamp(cell, -m_clip, m_clip) : cell;
}

at::Tensor IntegerCell::step(const at::Tensor& x)
{
    const auto data = x.to(at::kInt).sub(m_data.zeroPoint).to(at::kDouble);
    const auto forget = gate(kForget, data);
    const auto candidate = gate(kCell, data);
    auto input = forget;
    if (m_seen[kInput].weight.defined())
        input = gate(kInput, data);
    else // coupled
        std::ranges::transform(input, input.begin(), [](std::int32_t one) { return kMost16 - one; });
    for (std::size_t i = 0; i < m_cell.size(); ++i)
        m_cell[i] = cellOf(forget[i], input[i], candidate[i], m_cell[i]);
    const auto output = gate(kOutput, data); // peeps at the new cell
    const auto hidden = at::empty(m_state.sizes(), at::kInt);
    auto* to = hidden.data_ptr<std::int32_t>();
    for (std::size_t i = 0; i < m_cell.size(); ++i) {
        const auto product = scaled(output[i] * tabledTanh(m_cell[i], m_cellTable), m_toHidden);
        to[i] = m_bounds.clamped(std::int64_t(product) + m_hidden.zeroPoint);
    }
    m_state = hidden.sub(m_hidden.zeroPoint).to(at::kDouble);
    return hidden.to(storageType(m_type));
}

std::vector<Tensor> evaluateIntegers(const KernelCall& call, const Attributes& attributes)
{
    expectType(call.required(0), "input 0 (x)", {DataType::Int8, DataType::Int16});
    const Sequence x(call, attributes);
    IntegerCell cell(call, attributes, x);
    std::vector<at::Tensor> outputs;
    for (std::int64_t i = 0; i < x.steps(); ++i)
        outputs.push_back(cell.step(x.step(i)));
    return {{x.joined(outputs, cell.width()), call.required(0).type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "SequenceLSTM", 1, kLatestOpset, boundTo<Attributes, evaluate>},
            {"tflite", "QLinearLSTM", 1, kLatestOpset, boundTo<Attributes, evaluateIntegers>}};
}

} // namespace ql::ops::kernels::reference_lstm
