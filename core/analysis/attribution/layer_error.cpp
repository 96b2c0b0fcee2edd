// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/layer_error.h"

#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using quant::QuantizerRole;
using runtime::PartialExecution;
using runtime::Tensor;

void addDtype(std::string& list, const std::string& dtype)
{
    if (list.find(dtype) == std::string::npos)
        list += (list.empty() ? "" : ",") + dtype;
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

bool LayerError::ran(const PartialExecution& run) const
{
    return !m_node || !m_node->body.isValid() || std::ranges::any_of(m_outputs, [&run](const Output& output) {
        return run.tensor(output.value).isDefined();
    });
}

std::size_t LayerError::addSample(const PartialExecution& off, const PartialExecution& on, std::stop_token stop)
{
    if (!ran(off) || !ran(on))
        return 0;
    m_hasRun = true;
    const auto exact = outputsOf(off);
    const auto onQuantizedInputs = rerunWith(off, on, false, stop);
    const auto withQuantizedWeights = rerunWith(off, on, true, stop);
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const auto& [slot, value, pointIndex] = m_outputs[i];
        const auto& x = exact[i];
        if (!graph::isFloatingPoint(x.type))
            continue;
        m_accumulated.add(x, on.tensor(pointIndex ? m_switches.switched(*pointIndex) : value));
        m_parts.propagated.add(x, onQuantizedInputs ? (*onQuantizedInputs)[slot] : m_node ? x : on.tensor(value));
        const auto& weighted = withQuantizedWeights ? (*withQuantizedWeights)[slot] : x;
        m_parts.weights.add(x, weighted);
        if (!pointIndex) {
            m_parts.local.add(x, weighted);
            continue;
        }
        const auto& point = m_switches.points()[*pointIndex];
        m_parts.addLocal(x, weighted, point);
        m_parts.addQuantizer(x, point);
    }
    return std::size_t(onQuantizedInputs.has_value()) + std::size_t(withQuantizedWeights.has_value());
}

bool LayerError::isWorthARow() const
{
    return !m_node || !graph::movesDataOnly(*m_node) || m_accumulated.isBroken != m_parts.propagated.isBroken
           || m_accumulated.error != m_parts.propagated.error;
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
    row.elements = m_accumulated.elements;
    row.clampedCount = m_parts.clampedCount;
    auto causes = m_parts.causes(true);
    row.localDb = causes.localDb;
    row.propagated = *causes.propagated;
    row.weights = causes.weights;
    row.rounding = causes.rounding;
    row.clamping = causes.clamping;
    row.mainCause = std::move(causes.mainCause);
    return row;
}

LayerError::Tensors LayerError::outputsOf(const PartialExecution& run) const
{
    Tensors tensors;
    for (const auto& output : m_outputs)
        tensors.push_back(run.tensor(output.value));
    return tensors;
}

/// What runs bodies computes nothing itself: all errors come from there.
LayerError::Tensors LayerError::givenByBodies(const PartialExecution& on) const
{
    Tensors tensors;
    for (const auto output : m_node->outputs)
        tensors.push_back(output.isValid() ? on.tensor(output) : Tensor());
    return tensors;
}

/// The layer's own operator on the baseline's values, but its weights, or everything else that it reads, quantized.
/// Nothing when that changes no input.
std::optional<LayerError::Tensors> LayerError::rerunWith(const PartialExecution& off, const PartialExecution& on,
                                                         bool takesWeights, std::stop_token stop) const
{
    if (!m_node)
        return std::nullopt;
    if (graph::hasOpenBodies(m_switches.graph(), m_node->id))
        return takesWeights ? std::nullopt : std::optional(givenByBodies(on));
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

} // namespace ql::analysis
