// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/quantizer_switches.h"

#include "core/analysis/matching/node_partners.h"
#include "core/base/error.h"
#include "core/quant/value_quantizers.h"

namespace ql::analysis {

namespace {

quant::ExtractedPoints requireAny(quant::ExtractedPoints extracted)
{
    if (extracted.points.empty())
        throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that matches the baseline",
                    "is it quantized, and made from this baseline?");
    return extracted;
}

quant::ExtractedPoints movedPoints(const graph::Graph& baseline, const graph::Graph& analysis,
                                   const PairedLayers* paired)
{
    const auto partners =
        paired ? modelPartners({baseline, analysis, paired->baseline, paired->analysis, paired->matching})
               : modelPartners(baseline, analysis);
    return requireAny(quant::extractPoints(baseline, analysis, partners));
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

runs::Interceptor::RoundTrips tripsOf(const quant::InstrumentedGraph& instrumented,
                                      const std::vector<quant::QuantizerPoint>& points)
{
    std::vector<ops::RoundTrip> trips(instrumented.graph.nodeCount());
    for (std::size_t point = 0; point < points.size(); ++point)
        trips[instrumented.switches[point].position()] =
            quant::roundTripOf(points[point].apply).value_or(ops::RoundTrip());
    return std::make_shared<const std::vector<ops::RoundTrip>>(std::move(trips));
}

} // namespace

QuantizerSwitches::QuantizerSwitches(const graph::Graph& baseline, const graph::Graph& analysis,
                                     const PairedLayers* paired)
    : QuantizerSwitches(baseline, movedPoints(baseline, analysis, paired))
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
    , m_trips(tripsOf(m_instrumented, m_extracted.points))
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
    std::vector<bool> isOn(m_extracted.points.size(), false);
    for (const auto point : points)
        isOn[point] = true;
    return on(isOn);
}

runs::Interceptor QuantizerSwitches::allBut(const std::vector<std::size_t>& points) const
{
    std::vector<bool> isOn(m_extracted.points.size(), true);
    for (const auto point : points)
        isOn[point] = false;
    return on(isOn);
}

runs::Interceptor QuantizerSwitches::on(const std::vector<bool>& isOn) const
{
    std::vector<bool> nodes(m_baseline.nodeCount(), false);
    nodes.insert(nodes.end(), isOn.begin(),
                 isOn.end()); // switches stand behind the baseline's nodes, as their points do
    const auto marked = std::make_shared<const std::vector<bool>>(std::move(nodes));
    const auto switchOn = [this, marked](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
        if (&event.graph != &graph() || !(*marked)[event.node.id.position()])
            return std::nullopt;
        return m_extracted.points[event.node.id.position() - m_baseline.nodeCount()].apply(event.tensor);
    };
    return {switchOn, marked, m_trips};
}

} // namespace ql::analysis
