// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/quantizer_switches.h"

#include "core/analysis/matching/node_partners.h"
#include "core/base/error.h"

namespace ql::analysis {

namespace {

quant::ExtractedPoints extractedPoints(const graph::Graph& baseline, const graph::Graph& analysis)
{
    auto extracted = quant::extractPoints(baseline, analysis, nodePartners(baseline, analysis));
    if (extracted.points.empty())
        throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that matches the baseline",
                    "is it quantized, and made from this baseline?");
    return extracted;
}

} // namespace

QuantizerSwitches::QuantizerSwitches(const graph::Graph& baseline, const graph::Graph& analysis)
    : m_baseline(baseline)
    , m_extracted(extractedPoints(baseline, analysis))
    , m_instrumented(quant::instrument(baseline, m_extracted.points))
    , m_program(m_instrumented.graph)
{
}

std::vector<graph::NodeId> QuantizerSwitches::nodesOf(const std::vector<std::size_t>& points) const
{
    std::vector<graph::NodeId> nodes;
    for (const auto point : points)
        nodes.push_back(m_instrumented.switches[point]);
    return nodes;
}

runtime::Interceptor QuantizerSwitches::only(const std::vector<std::size_t>& points) const
{
    PointByValue wanted;
    for (const auto point : points)
        wanted.emplace(switched(point), point);
    return on(std::move(wanted));
}

runtime::Interceptor QuantizerSwitches::allBut(const std::vector<std::size_t>& points) const
{
    PointByValue wanted;
    for (std::size_t point = 0; point < m_extracted.points.size(); ++point)
        wanted.emplace(switched(point), point);
    for (const auto point : points)
        wanted.erase(switched(point));
    return on(std::move(wanted));
}

runtime::Interceptor QuantizerSwitches::on(PointByValue points) const
{
    return [this, points = std::move(points)](const runtime::ValueEvent& event) -> std::optional<runtime::Tensor> {
        if (&event.graph != &graph())
            return std::nullopt;
        const auto found = points.find(event.value);
        if (found == points.end())
            return std::nullopt;
        return m_extracted.points[found->second].apply(event.tensor);
    };
}

} // namespace ql::analysis
