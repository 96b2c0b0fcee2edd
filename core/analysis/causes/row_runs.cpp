// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/row_runs.h"

#include "core/graph/operators/op_kind.h"

#include <algorithm>

namespace ql::analysis {

using quant::QuantizerPoint;
using quant::QuantizerRole;
using runs::Tensor;

namespace {

/// A product with a constant, whose quantized form must be known before anything is said about its weight.
bool multipliesConstant(const graph::Graph& graph, graph::NodeId id)
{
    const auto& node = graph.node(id);
    const auto isConstant = [&graph](graph::ValueId value) { return value.isValid() && graph.constantOf(value); };
    return graph::multiplies(node) && std::ranges::any_of(node.inputs, isConstant);
}

} // namespace

PointsByPlace::PointsByPlace(std::span<const QuantizerPoint> points)
{
    for (const auto& point : points) {
        m_of[point.source].push_back(&point);
        for (const auto& edge : point.edges)
            if (auto& read = m_readBy[edge.node]; read.empty() || read.back() != &point)
                read.push_back(&point);
    }
}

std::optional<RowRuns> RowRuns::of(const LayerRowSource& source, const Sides& sides, const MatchedModels& models,
                                   const PointsByPlace& points)
{
    if (source.baseline == kNoLayer || source.analysis == kNoLayer)
        return std::nullopt;
    const Layer& analysis = models.analysis[source.analysis];
    RowRuns runs(source.baseline, source.analysis, sides);
    runs.place(points, analysis.quantizer.has_value());
    const bool isOutputPlaced = runs.m_output || !analysis.quantizer;
    const bool areWeightsPlaced = runs.hasWeights() || !analysis.computesQuantized
                                  || std::ranges::none_of(runs.nodes(), [&models](graph::NodeId node) {
                                         return multipliesConstant(models.baselineGraph, node);
                                     });
    const bool isQuantized = runs.m_output || runs.hasWeights() || runs.hasDynamicInputs();
    return isOutputPlaced && areWeightsPlaced && isQuantized ? std::optional(std::move(runs)) : std::nullopt;
}

RowRuns::RowRuns(std::size_t layer, std::size_t partner, const Sides& sides)
    : m_layer(layer)
    , m_partner(partner)
    , m_sides(sides)
    , m_segment(sides.baseline->segment(layer))
{
    const auto other = sides.analysis->segment(partner);
    for (const auto& input : m_segment.inputs)
        m_seen.push_back(sides.analysis->seenValue(other, sides.baseline->partnerOf(input.layer)));
    m_dynamicInputs.assign(m_segment.inputs.size(), nullptr);
}

void RowRuns::place(const PointsByPlace& points, bool isOutputQuantized)
{
    for (const auto node : m_segment.nodes)
        for (const auto* point : points.readBy(node))
            placeRead(*point);
    if (!isOutputQuantized)
        return;
    for (const auto* point : points.of(m_sides.baseline->layer(m_layer).value))
        if (point->role == QuantizerRole::Activation && point->parameters && !m_output)
            m_output = point;
}

void RowRuns::placeRead(const QuantizerPoint& point)
{
    if (point.role == QuantizerRole::Weight && std::ranges::find(m_weights, &point) == m_weights.end())
        m_weights.push_back(&point);
    if (point.role != QuantizerRole::Activation || point.parameters)
        return;
    for (std::size_t i = 0; i < m_segment.inputs.size(); ++i)
        if (point.source == m_segment.inputs[i].value)
            m_dynamicInputs[i] = &point;
}

bool RowRuns::hasDynamicInputs() const
{
    return std::ranges::any_of(m_dynamicInputs, [](const QuantizerPoint* point) { return point != nullptr; });
}

void RowRuns::keep() const
{
    m_sides.baseline->execution().keep(m_sides.baseline->layer(m_layer).value);
    for (const auto& input : m_segment.inputs)
        m_sides.baseline->execution().keep(input.value);
    for (const auto value : m_seen)
        m_sides.analysis->execution().keep(value);
}

void RowRuns::release() const
{
    m_sides.baseline->execution().release(m_sides.baseline->layer(m_layer).value);
    for (const auto& input : m_segment.inputs)
        m_sides.baseline->execution().release(input.value);
    for (const auto value : m_seen)
        m_sides.analysis->execution().release(value);
}

Tensor RowRuns::exact() const
{
    return m_sides.baseline->realNumbers(m_sides.baseline->layer(m_layer).value);
}

Tensor RowRuns::rerun(bool takesWeights, bool takesInputs, std::stop_token stop) const
{
    std::vector<Tensor> given;
    for (std::size_t i = 0; i < m_segment.inputs.size(); ++i) {
        given.push_back(m_sides.baseline->realNumbers(m_segment.inputs[i].value));
        if (takesInputs && m_dynamicInputs[i])
            given.back() = m_dynamicInputs[i]->apply(given.back());
    }
    auto segment = m_segment;
    LayerRunner::Replaced replaced;
    for (const auto* point : takesWeights ? m_weights : std::vector<const QuantizerPoint*>{}) {
        replaced.emplace_back(point->source, point->apply({}));
        std::erase(segment.nodes, m_sides.baseline->makerOf(point->source));
    }
    return m_sides.baseline->rerun(m_layer, segment, given, stop, replaced);
}

Tensor RowRuns::rerunOnAnalysisInputs(std::stop_token stop) const
{
    std::vector<Tensor> given;
    const auto& side = *m_sides.baseline;
    for (std::size_t i = 0; i < m_seen.size(); ++i)
        given.push_back(side.fitted(m_sides.analysis->realNumbers(m_seen[i]), *m_sides.analysis,
                                    m_segment.inputs[i].layer, side.realNumbers(m_segment.inputs[i].value)));
    return m_sides.baseline->rerun(m_layer, m_segment, given, stop);
}

} // namespace ql::analysis
