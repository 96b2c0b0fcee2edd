// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearLSTM of domain "tflite": one direction on integers of 8 or 16 bits with weights of 8 and a cell of 16 bits, in
// the reference kernels' integer arithmetic. A run begins with the state that the node is given.
#include "core/ops/kernels/tflite/lstm_sequence.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/quantization/sigmoid_table.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <array>

namespace ql::ops::kernels::reference_integer_lstm {

namespace {

using namespace lite_lstm;
using graph::DataType;

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

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
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
    return {{"tflite", "QLinearLSTM", 1, kLatestOpset, boundTo<Attributes, evaluate>}};
}

} // namespace ql::ops::kernels::reference_integer_lstm
