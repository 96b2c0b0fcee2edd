// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearLSTM of domain "tflite": one direction on integers of 8 or 16 bits with weights of 8 and a cell of 16 bits, in
// the reference kernels' integer arithmetic. A run begins with the state that the node is given.
#include "core/ops/kernels/tflite/lstm_cell_arithmetic.h"
#include "core/ops/kernels/tflite/lstm_sequence.h"
#include "core/ops/quantization/integer_normalization.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ql::ops::kernels::reference_integer_lstm {

namespace {

using namespace lite_lstm;
using graph::DataType;

/// Data, the eight weights and the states, each with scale and zero point behind it; four biases and the result's scale
/// and zero point between them. Perhaps three peepholes as the weights; the projection's weight as they, its bias, and
/// scale and zero point of what it reads; four factors of layer normalization as the weights, and scale and zero point
/// of what each normalizes.
namespace slot {
constexpr std::size_t kWeights = 3, kRecurrent = 15, kBiases = 27, kResult = 31, kState = 33, kCellState = 36,
                      kPeepholes = 39, kProjection = 48, kProjectionBias = 51, kHidden = 52, kFactors = 54,
                      kNormalized = 66;
}

/// The matrix at @p input as a right factor of double, in which sums of such integers are exact, and what leads from
/// its products to the result's scale.
struct Product {
    at::Tensor weight; ///< undefined where there is none
    FixedFactor factor;
};

Product productAt(const KernelCall& call, std::size_t input, at::IntArrayRef shape, float dataScale, float resultScale)
{
    if (!call.has(input))
        return {};
    const auto& weight = call.required(input);
    expectType(weight, Message("input {}", input), {DataType::Int8});
    expectFit(weight.data.sizes() == shape, call, input);
    const auto scale = referenceScale(call, input + 1);
    return {centered(weight, scale.zeroPoint).to(at::kDouble).t().contiguous(),
            fixedFactor(double(scale.scale * dataScale / resultScale))};
}

/// Integers of 16 bits at @p input, one for each cell; empty where there are none.
std::vector<std::int32_t> shortsAt(const KernelCall& call, std::size_t input, std::int64_t cells)
{
    if (!call.has(input))
        return {};
    const auto& tensor = call.required(input);
    expectType(tensor, Message("input {}", input), {DataType::Int16});
    expectFit(tensor.data.numel() == cells, call, input);
    const auto integers = centered(tensor, referenceScale(call, input + 1).zeroPoint);
    const auto* first = integers.data_ptr<std::int32_t>();
    return {first, first + cells};
}

/// A gate up to its activation.
class IntegerGate {
public:
    struct Sources {
        std::int64_t features;
        std::int64_t width; ///< of the state
        std::int64_t cells;
        float data; ///< scales
        float state;
        float cell;
    };
    IntegerGate(const KernelCall& call, Gate gate, const Sources& sources);

    bool isMissing() const { return !m_seen.weight.defined(); }
    /// In fractions of 2^12. @p x and @p state are less their zero points. @p isWide: as kernels of 16 bits scale and
    /// clamp sums, each by itself
    std::vector<std::int32_t> sums(const at::Tensor& x, const at::Tensor& state, const std::vector<std::int32_t>& cell,
                                   bool isWide) const;

private:
    void readNormalization(const KernelCall& call, Gate gate, std::int64_t cells);

    Product m_seen;
    Product m_kept;
    std::vector<std::int64_t> m_biases;
    std::vector<std::int32_t> m_peepholes; ///< empty where it doesn't see the cell
    FixedFactor m_peepholeFactor;
    std::optional<IntegerNormalization> m_normalization;
    float m_scale = float(CellArithmetic::kGateScale); ///< before the normalization
};

void IntegerGate::readNormalization(const KernelCall& call, Gate gate, std::int64_t cells)
{
    const auto factors = slot::kFactors + 3 * gate;
    if (!call.has(factors))
        return;
    expectType(call.required(slot::kBiases + gate), Message("input {} (bias)", slot::kBiases + gate),
               {DataType::Int32});
    m_normalization =
        integerNormalization(shortsAt(call, factors, cells), m_biases, referenceScale(call, factors + 1).scale);
    m_biases.assign(m_biases.size(), 0); // added behind it
    m_scale = referenceScale(call, slot::kNormalized + 2 * gate).scale;
}

IntegerGate::IntegerGate(const KernelCall& call, Gate gate, const Sources& sources)
    : m_biases(referenceBias(call, slot::kBiases + gate, sources.cells))
{
    readNormalization(call, gate, sources.cells);
    const auto seen = slot::kWeights + 3 * gate;
    const auto kept = slot::kRecurrent + 3 * gate;
    m_seen = productAt(call, seen, {sources.cells, sources.features}, sources.data, m_scale);
    m_kept = productAt(call, kept, {sources.cells, sources.width}, sources.state, m_scale);
    if (gate != kInput || call.has(seen) || call.has(kept))
        call.required(call.has(seen) ? kept : seen);
    constexpr std::array<std::size_t, kGates> kPeeping{0, 1, kGates, 2}; // the candidate doesn't
    if (const auto peephole = slot::kPeepholes + 3 * kPeeping[gate]; kPeeping[gate] < kGates && call.has(peephole)) {
        m_peepholes = shortsAt(call, peephole, sources.cells);
        const auto scale = referenceScale(call, peephole + 1).scale;
        m_peepholeFactor = fixedFactor(double(float(double(sources.cell) * double(scale) / double(m_scale))));
    }
}

std::vector<std::int32_t> IntegerGate::sums(const at::Tensor& x, const at::Tensor& state,
                                            const std::vector<std::int32_t>& cell, bool isWide) const
{
    const auto seen = at::mm(x, m_seen.weight).contiguous();
    const auto kept = at::mm(state, m_kept.weight).contiguous();
    std::vector<std::int32_t> result(cell.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto column = i % m_biases.size();
        const auto ofData = std::int64_t(seen.data_ptr<double>()[i]) + m_biases[column];
        const auto ofState = scaledSum(std::int64_t(kept.data_ptr<double>()[i]), m_kept.factor, isWide);
        result[i] = clamped16(scaledSum(ofData, m_seen.factor, isWide));
        result[i] = clamped16(std::int64_t(result[i]) + (isWide ? clamped16(ofState) : ofState)); // it adds as it goes
        if (!m_peepholes.empty())
            result[i] = clamped16(std::int64_t(result[i]) + scaled(m_peepholes[column] * cell[i], m_peepholeFactor));
    }
    for (std::size_t i = 0; m_normalization && i < result.size(); i += m_biases.size())
        normalizeIntegers(std::span(result).subspan(i, m_biases.size()), *m_normalization);
    return result;
}

/// From what is hidden to the state and the result, where a layer has more or fewer cells than outputs.
struct Projection {
    Projection(const KernelCall& call, double realClip, std::int64_t width, std::int64_t cells, float stateScale)
    {
        if (!call.has(slot::kProjection))
            return;
        expectType(call.required(0), "input 0 (x)", {DataType::Int8});
        const auto hidden = referenceScale(call, slot::kHidden);
        product = productAt(call, slot::kProjection, {width, cells}, hidden.scale, stateScale);
        biases = referenceBias(call, slot::kProjectionBias, width);
        constexpr float kMostClip = 127.0F;
        if (realClip > 0)
            clip = std::int32_t(std::min(float(realClip) / referenceScale(call, slot::kResult).scale, kMostClip));
    }

    bool isMissing() const { return !product.weight.defined(); }
    /// @p hidden is less its zero point. Bounds the integers themselves, whatever their zero point, as the kernel does.
    at::Tensor of(const at::Tensor& hidden, const ReferenceScale& state, const ReferenceBounds& bounds) const
    {
        const auto sums = at::mm(hidden.to(at::kDouble), product.weight).contiguous();
        const auto result = at::empty(sums.sizes(), at::kInt);
        for (std::int64_t i = 0; i < sums.numel(); ++i) {
            const auto sum = std::int64_t(sums.data_ptr<double>()[i]) + biases[std::size_t(i) % biases.size()];
            const auto whole = bounds.clamped(std::int64_t(scaledSum(sum, product.factor, false)) + state.zeroPoint);
            result.data_ptr<std::int32_t>()[i] = clip > 0 ? std::clamp(whole, -clip, clip) : whole;
        }
        return result;
    }

    Product product;
    std::vector<std::int64_t> biases;
    std::int32_t clip = 0; ///< 0 = none
};

class IntegerCell {
public:
    IntegerCell(const KernelCall& call, const Attributes& attributes, const Sequence& x);

    at::Tensor step(const at::Tensor& x);
    std::int64_t width() const { return m_width; }

private:
    std::vector<std::int32_t> activated(Gate gate, const at::Tensor& x) const;

    std::int64_t m_cells;
    std::int64_t m_width;
    DataType m_type; ///< of data and state
    ReferenceScale m_data;
    ReferenceScale m_kept;
    ReferenceScale m_hidden; ///< that of the state, unless it is projected
    ReferenceBounds m_bounds;
    std::vector<IntegerGate> m_gates;
    CellArithmetic m_arithmetic;
    Projection m_projection;
    std::vector<std::int32_t> m_cell;
    at::Tensor m_state; ///< less its zero point
};

IntegerCell::IntegerCell(const KernelCall& call, const Attributes& attributes, const Sequence& x)
    : m_cells(call.required(slot::kWeights + 3 * kForget).data.size(0))
    , m_width(call.has(slot::kProjection) ? call.required(slot::kProjection).data.size(0) : m_cells)
    , m_type(call.required(0).type)
    , m_data(referenceScale(call, 1))
    , m_kept(referenceScale(call, slot::kState + 1))
    , m_hidden(call.has(slot::kProjection) ? referenceScale(call, slot::kHidden) : m_kept)
    , m_bounds(referenceBounds(m_type, m_hidden, 0))
    , m_arithmetic(m_type, referenceScale(call, slot::kCellState + 1).scale, m_hidden.scale, attributes.cellClip)
    , m_projection(call, attributes.projectionClip, m_width, m_cells, m_kept.scale)
{
    const auto cellScale = referenceScale(call, slot::kCellState + 1).scale;
    for (const auto gate : {kInput, kForget, kCell, kOutput})
        m_gates.emplace_back(
            call, gate, IntegerGate::Sources{x.features(), m_width, m_cells, m_data.scale, m_kept.scale, cellScale});
    const auto& state = call.required(slot::kState);
    const auto& cell = call.required(slot::kCellState);
    expectType(state, Message("input {}", slot::kState), {m_type});
    expectFit(state.data.numel() == x.batch() * m_width, call, slot::kState);
    expectFit(cell.data.numel() == x.batch() * m_cells, call, slot::kCellState);
    const auto cells = cell.data.to(at::kInt).contiguous();
    m_cell.assign(cells.data_ptr<std::int32_t>(), cells.data_ptr<std::int32_t>() + cells.numel());
    m_state = centered(state, m_kept.zeroPoint).reshape({x.batch(), m_width}).to(at::kDouble);
}

std::vector<std::int32_t> IntegerCell::activated(Gate gate, const at::Tensor& x) const
{
    auto result = m_gates[gate].sums(x, m_state, m_cell, m_type == DataType::Int16);
    for (auto& one : result)
        one = gate == kCell ? m_arithmetic.tanh(one) : m_arithmetic.logistic(one);
    return result;
}

at::Tensor IntegerCell::step(const at::Tensor& x)
{
    constexpr std::int32_t kOne = 32767;
    const auto data = x.to(at::kInt).sub(m_data.zeroPoint).to(at::kDouble);
    const auto forget = activated(kForget, data);
    const auto candidate = activated(kCell, data);
    auto input = forget;
    if (m_gates[kInput].isMissing()) // coupled
        std::ranges::transform(input, input.begin(), [](std::int32_t one) { return kOne - one; });
    else
        input = activated(kInput, data);
    for (std::size_t i = 0; i < m_cell.size(); ++i)
        m_cell[i] = m_arithmetic.cell(forget[i], input[i], candidate[i], m_cell[i]);
    const auto output = activated(kOutput, data); // peeps at the new cell
    const auto hidden = at::empty({x.size(0), m_cells}, at::kInt);
    for (std::size_t i = 0; i < m_cell.size(); ++i)
        hidden.data_ptr<std::int32_t>()[i] =
            m_bounds.clamped(std::int64_t(m_arithmetic.hidden(output[i], m_cell[i])) + m_hidden.zeroPoint);
    const auto result =
        m_projection.isMissing() ? hidden : m_projection.of(hidden.sub(m_hidden.zeroPoint), m_kept, m_bounds);
    m_state = result.sub(m_kept.zeroPoint).to(at::kDouble);
    return result.to(storageType(m_type));
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
