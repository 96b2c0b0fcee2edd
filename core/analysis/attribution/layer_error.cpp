// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/layer_error.h"

#include "core/analysis/measure/iteration_pairs.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using quant::QuantizerRole;
using runs::Tensor;
using runs::WhatIf;

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
    , m_body(node.body)
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
    , m_body(switches.graph().value(input).body)
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

bool LayerError::ran(const WhatIf& run) const
{
    return !m_node || !m_node->body.isValid() || std::ranges::any_of(m_outputs, [&run](const Output& output) {
        return run.tensor(output.value).isDefined();
    });
}

bool LayerError::isInLoop() const
{
    return graph::isInLoop(m_switches.graph(), m_body);
}

std::size_t LayerError::addSample(const WhatIf& off, const WhatIf& on, std::stop_token stop)
{
    if (isInLoop())
        return addIterations(off, on, stop);
    if (!ran(off) || !ran(on))
        return 0;
    m_hasRun = true;
    return measure(m_sums, {off, on, {}}, stop);
}

/// All iterations together are measured as one tensor of them.
std::size_t LayerError::addIterations(const WhatIf& off, const WhatIf& on, std::stop_token stop)
{
    std::size_t executed = 0;
    const auto isKnown = [&](const Output& output) {
        return off.iterations(output.value).count + on.iterations(output.value).count > 0;
    };
    const auto known = std::ranges::find_if(m_outputs, isKnown);
    if (known == m_outputs.end())
        return 0;
    const auto paired = pairedIterations(off.iterations(known->value), on.iterations(known->value));
    for (const auto& [exact, quantized] : paired.pairs) {
        Sums sums;
        executed += measure(sums, {off, on, exact->numbers}, stop);
        m_sums.add(sums);
        m_iterations[exact->numbers].add(sums);
        m_hasRun = true;
    }
    m_missing.unpaired = std::max(m_missing.unpaired, paired.unpaired);
    m_missing.leftOut = std::max(m_missing.leftOut, paired.leftOut);
    return executed;
}

void LayerError::Sums::add(const Sums& other)
{
    accumulated.add(other.accumulated);
    parts.add(other.parts);
}

/// Returns how many nodes it ran.
std::size_t LayerError::measure(Sums& sums, const Runs& runs, std::stop_token stop) const
{
    auto& [accumulated, parts] = sums;
    const auto onQuantizedInputs = rerunWith(runs, false, stop);
    const auto withQuantizedWeights = rerunWith(runs, true, stop);
    for (const auto& [slot, value, pointIndex] : m_outputs) {
        const auto x = runs.exact(value);
        if (!graph::isFloatingPoint(x.type))
            continue;
        accumulated.add(x, runs.quantized(pointIndex ? m_switches.switched(*pointIndex) : value));
        parts.propagated.add(x, onQuantizedInputs ? (*onQuantizedInputs)[slot] : m_node ? x : runs.quantized(value));
        const auto& weighted = withQuantizedWeights ? (*withQuantizedWeights)[slot] : x;
        parts.weights.add(x, weighted);
        if (!pointIndex) {
            parts.local.add(x, weighted);
            continue;
        }
        const auto& point = m_switches.points()[*pointIndex];
        parts.addLocal(x, weighted, point);
        parts.addQuantizer(x, point);
    }
    return std::size_t(onQuantizedInputs.has_value()) + std::size_t(withQuantizedWeights.has_value());
}

bool LayerError::isWorthARow() const
{
    return !m_node || !graph::movesDataOnly(*m_node) || m_sums.accumulated.isBroken != m_sums.parts.propagated.isBroken
           || m_sums.accumulated.error != m_sums.parts.propagated.error;
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
    row.accumulatedDb = m_sums.accumulated.db();
    row.elements = m_sums.accumulated.elements;
    row.clampedCount = m_sums.parts.clampedCount;
    auto causes = m_sums.parts.causes(true);
    row.localDb = causes.localDb;
    row.propagated = *causes.propagated;
    row.weights = causes.weights;
    row.rounding = causes.rounding;
    row.clamping = causes.clamping;
    row.mainCause = std::move(causes.mainCause);
    row.body = graph::pathOf(m_switches.graph(), m_body);
    row.missing = m_missing;
    for (const auto& [numbers, sums] : m_iterations) {
        const auto each = sums.parts.causes(true);
        row.iterations.push_back(
            {numbers, sums.accumulated.db(), each.localDb, each.propagated->sqnrDb, each.mainCause});
    }
    return row;
}

/// What runs bodies computes nothing itself: all errors come from there.
LayerError::Tensors LayerError::givenByBodies(const Runs& runs) const
{
    Tensors tensors;
    for (const auto output : m_node->outputs)
        tensors.push_back(output.isValid() ? runs.quantized(output) : Tensor());
    return tensors;
}

/// The layer's own operator on the baseline's values, but its weights, or everything else that it reads, quantized.
/// Nothing when that changes no input.
std::optional<LayerError::Tensors> LayerError::rerunWith(const Runs& runs, bool takesWeights,
                                                         std::stop_token stop) const
{
    if (!m_node)
        return std::nullopt;
    if (graph::hasOpenBodies(m_switches.graph(), m_node->id))
        return takesWeights ? std::nullopt : std::optional(givenByBodies(runs));
    std::unordered_map<graph::ValueId, Tensor> given;
    for (const auto* values : {&m_node->inputs, &m_node->captures})
        for (const auto value : *values)
            if (value.isValid() && isOwnWeight(value) == takesWeights
                && !runs.quantized(value).data.is_same(runs.exact(value).data))
                given.emplace(value, runs.quantized(value));
    if (given.empty())
        return std::nullopt;
    return runs.off.evaluate(m_node->id, given, std::move(stop), runs.numbers);
}

} // namespace ql::analysis
