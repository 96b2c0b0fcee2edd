// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/quantizer_switches.h"

#include "core/analysis/matching/node_partners.h"
#include "core/base/error.h"

namespace ql::analysis {

namespace {

quant::ExtractedPoints requireAny(quant::ExtractedPoints extracted)
{
    if (extracted.points.empty())
        throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that matches the baseline",
                    "is it quantized, and made from this baseline?");
    return extracted;
}

quant::ExtractedPoints movedPoints(const graph::Graph& baseline, const graph::Graph& analysis)
{
    return requireAny(quant::extractPoints(baseline, analysis, modelPartners(baseline, analysis)));
}

/// Under the baseline's names, as far as it has them.
quant::ExtractedPoints pointsInside(const BypassedModel& bypassed, const graph::Graph& analysis)
{
    auto extracted = quant::extractPoints(bypassed.graph, analysis, bypassed.partners);
    for (auto& point : extracted.points)
        if (const auto known = bypassed.layers.find(point.node); known != bypassed.layers.end())
            point.layer = known->second;
    extracted.unplaced.insert(extracted.unplaced.end(), bypassed.kept.begin(), bypassed.kept.end());
    return requireAny(std::move(extracted));
}

runs::Interceptor::Nodes marked(const quant::InstrumentedGraph& instrumented)
{
    std::vector<bool> nodes(instrumented.graph.nodeCount(), false);
    for (const auto node : instrumented.switches)
        nodes[node.position()] = true;
    return std::make_shared<const std::vector<bool>>(std::move(nodes));
}

} // namespace

QuantizerSwitches::QuantizerSwitches(const graph::Graph& baseline, const graph::Graph& analysis)
    : QuantizerSwitches(baseline, movedPoints(baseline, analysis))
{
}

QuantizerSwitches::QuantizerSwitches(const BypassedModel& bypassed, const graph::Graph& analysis)
    : QuantizerSwitches(bypassed.graph, pointsInside(bypassed, analysis))
{
}

QuantizerSwitches::QuantizerSwitches(const graph::Graph& baseline, quant::ExtractedPoints extracted)
    : m_baseline(baseline)
    , m_extracted(std::move(extracted))
    , m_instrumented(quant::instrument(baseline, m_extracted.points))
    , m_program(m_instrumented.graph)
    , m_switchNodes(marked(m_instrumented))
{
}

std::vector<graph::NodeId> QuantizerSwitches::nodesOf(const std::vector<std::size_t>& points) const
{
    std::vector<graph::NodeId> nodes;
    for (const auto point : points)
        nodes.push_back(m_instrumented.switches[point]);
    return nodes;
}

runs::Interceptor QuantizerSwitches::only(const std::vector<std::size_t>& points) const
{
    PointByValue wanted;
    for (const auto point : points)
        wanted.emplace(switched(point), point);
    return on(std::move(wanted));
}

runs::Interceptor QuantizerSwitches::allBut(const std::vector<std::size_t>& points) const
{
    PointByValue wanted;
    for (std::size_t point = 0; point < m_extracted.points.size(); ++point)
        wanted.emplace(switched(point), point);
    for (const auto point : points)
        wanted.erase(switched(point));
    return on(std::move(wanted));
}

runs::Interceptor QuantizerSwitches::on(PointByValue points) const
{
    auto switchOn = [this, points = std::move(points)](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
        if (&event.graph != &graph())
            return std::nullopt;
        const auto found = points.find(event.value);
        if (found == points.end())
            return std::nullopt;
        return m_extracted.points[found->second].apply(event.tensor);
    };
    return {std::move(switchOn), m_switchNodes};
}

} // namespace ql::analysis
