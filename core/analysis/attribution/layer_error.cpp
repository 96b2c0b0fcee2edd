// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/layer_error.h"

#include "core/analysis/measure/float_values.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <array>

namespace ql::analysis {

namespace {

using quant::QuantizerRole;
using runtime::PartialExecution;
using runtime::Tensor;

/// One number per channel, shaped so that it spreads over @p x; a single number for one scale.
at::Tensor overChannels(const std::vector<double>& numbers, const results::QuantizerInfo& parameters,
                        const at::Tensor& x)
{
    const auto values = at::tensor(numbers, at::kDouble).to(at::kFloat);
    if (!parameters.channelAxis)
        return values;
    const auto axis = *parameters.channelAxis + (*parameters.channelAxis < 0 ? x.dim() : 0);
    std::vector<std::int64_t> shape(std::size_t(x.dim()), 1);
    shape.at(std::size_t(axis)) = values.numel();
    return values.view(shape);
}

/// Which elements of @p x lie more than half a step outside the quantizer's range.
at::Tensor outsideRange(const at::Tensor& x, const results::QuantizerInfo& parameters)
{
    std::vector<double> low;
    std::vector<double> high;
    for (std::size_t channel = 0; channel < parameters.scales.size(); ++channel) {
        const double halfStep = 0.5 * parameters.scales[channel];
        low.push_back(parameters.rangeLow(channel) - halfStep);
        high.push_back(parameters.rangeHigh(channel) + halfStep);
    }
    return x.lt(overChannels(low, parameters, x)).logical_or(x.gt(overChannels(high, parameters, x)));
}

void addDtype(std::string& list, const std::string& dtype)
{
    if (list.find(dtype) == std::string::npos)
        list += (list.empty() ? "" : ",") + dtype;
}

/// A cause that breaks the value outright outweighs all others.
double weightOf(const ErrorEnergy& energy, bool isAnyBroken)
{
    if (isAnyBroken)
        return energy.isBroken ? 1.0 : 0.0;
    return energy.error;
}

} // namespace

LayerError::LayerError(const QuantizerSwitches& switches, const graph::Node& node)
    : m_switches(switches)
    , m_node(&switches.graph().node(node.id))
    , m_name(node.name)
{
    const auto& points = switches.points();
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].role == QuantizerRole::Weight && points[i].edges.at(0).node == node.id)
            m_weightPoints.push_back(i);
    for (std::size_t slot = 0; slot < node.outputs.size(); ++slot)
        if (node.outputs[slot].isValid())
            addOutput(slot, node.outputs[slot]);
}

LayerError::LayerError(const QuantizerSwitches& switches, graph::ValueId input)
    : m_switches(switches)
    , m_name(switches.baseline().value(input).name)
{
    addOutput(0, input);
}

void LayerError::addOutput(std::size_t slot, graph::ValueId value)
{
    const auto isItsQuantizer = [value](const quant::QuantizerPoint& point) {
        return point.role == QuantizerRole::Activation && point.source == value;
    };
    const auto& points = m_switches.points();
    const auto found = std::ranges::find_if(points, isItsQuantizer);
    const auto point = found == points.end() ? std::nullopt : std::optional(std::size_t(found - points.begin()));
    m_outputs.push_back({slot, value, point});
}

bool LayerError::isOwnWeight(graph::ValueId value) const
{
    return std::ranges::any_of(m_weightPoints, [&](std::size_t i) { return m_switches.switched(i) == value; });
}

std::size_t LayerError::addSample(const PartialExecution& off, const PartialExecution& on, std::stop_token stop)
{
    const auto exact = outputsOf(off);
    const auto onQuantizedInputs = rerunWith(off, on, false, stop);
    const auto withQuantizedWeights = rerunWith(off, on, true, stop);
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const auto& [slot, value, pointIndex] = m_outputs[i];
        const auto& x = exact[i];
        if (!graph::isFloatingPoint(x.type))
            continue;
        m_accumulated.add(x, on.tensor(pointIndex ? m_switches.switched(*pointIndex) : value));
        m_propagated.add(x, onQuantizedInputs ? (*onQuantizedInputs)[slot] : x);
        const auto& weighted = withQuantizedWeights ? (*withQuantizedWeights)[slot] : x;
        m_weights.add(x, weighted);
        if (!pointIndex) {
            m_local.add(x, weighted);
            continue;
        }
        const auto& point = m_switches.points()[*pointIndex];
        m_local.add(x, point.apply(weighted));
        addQuantizerError(x, point);
    }
    return std::size_t(onQuantizedInputs.has_value()) + std::size_t(withQuantizedWeights.has_value());
}

bool LayerError::isWorthARow() const
{
    return !m_node || !graph::movesDataOnly(*m_node) || m_accumulated.isBroken != m_propagated.isBroken
           || m_accumulated.error != m_propagated.error;
}

results::AttributionRow LayerError::row() const
{
    results::AttributionRow row{.name = m_name, .opType = m_node ? m_node->opType : "Input"};
    row.scope = m_node ? m_node->scope : std::string();
    for (const auto point : m_weightPoints)
        addDtype(row.quantDtype, m_switches.points()[point].dtype);
    for (const auto& output : m_outputs)
        if (output.point)
            addDtype(row.quantDtype, m_switches.points()[*output.point].dtype);
    row.accumulatedDb = m_accumulated.db();
    row.localDb = m_local.db();
    row.elements = m_accumulated.elements;
    row.clampedCount = m_clampedCount;
    struct Cause {
        const char* name;
        const ErrorEnergy& energy;
        results::ErrorPart& part;
    };
    const std::array causes{Cause{"propagated", m_propagated, row.propagated}, Cause{"weights", m_weights, row.weights},
                            Cause{"rounding", m_rounding, row.rounding}, Cause{"clamping", m_clamping, row.clamping}};
    const bool isAnyBroken = std::ranges::any_of(causes, [](const Cause& cause) { return cause.energy.isBroken; });
    double sum = 0.0;
    for (const auto& cause : causes)
        sum += weightOf(cause.energy, isAnyBroken);
    double largest = 0.0;
    for (const auto& [name, energy, part] : causes) {
        const double weight = weightOf(energy, isAnyBroken);
        part = {energy.db(), sum > 0.0 ? weight / sum : 0.0};
        if (weight <= largest)
            continue;
        largest = weight;
        row.mainCause = name;
    }
    return row;
}

LayerError::Tensors LayerError::outputsOf(const PartialExecution& run) const
{
    Tensors tensors;
    for (const auto& output : m_outputs)
        tensors.push_back(run.tensor(output.value));
    return tensors;
}

/// The layer's own operator on the baseline's values, but its weights, or everything else that it reads, quantized.
/// Nothing when that changes no input.
std::optional<LayerError::Tensors> LayerError::rerunWith(const PartialExecution& off, const PartialExecution& on,
                                                         bool takesWeights, std::stop_token stop) const
{
    if (!m_node)
        return std::nullopt;
    std::unordered_map<graph::ValueId, Tensor> given;
    for (const auto* values : {&m_node->inputs, &m_node->captures})
        for (const auto value : *values)
            if (value.isValid() && isOwnWeight(value) == takesWeights
                && !on.tensor(value).data.is_same(off.tensor(value).data))
                given.emplace(value, on.tensor(value));
    if (given.empty())
        return std::nullopt;
    return off.evaluate(m_node->id, given, std::move(stop));
}

void LayerError::addQuantizerError(const Tensor& x, const quant::QuantizerPoint& point)
{
    const auto y = point.apply(x);
    if (!point.parameters) { // its range is the data's own: nothing lies outside
        m_rounding.add(x, y);
        m_clamping.add(x, x);
        return;
    }
    const auto exact = floatValues(x);
    const auto quantized = floatValues(y);
    const auto outside = outsideRange(exact, *point.parameters);
    m_rounding.add(x, Tensor(at::where(outside, exact, quantized)));
    m_clamping.add(x, Tensor(at::where(outside, quantized, exact)));
    m_clampedCount += std::uint64_t(outside.sum().item<std::int64_t>());
}

} // namespace ql::analysis
