// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/needed_range.h"

#include "core/analysis/advice/layer_advice.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ql::analysis {

namespace {

constexpr double kLeastWidth = 0.5;  ///< of the needed range's, of a quantizer that is only in the wrong place
constexpr double kLeastShift = 0.05; ///< of its integers

double boundAt(const graph::Graph& graph, const graph::Node& node, std::size_t slot, const char* attribute,
               double unbounded)
{
    if (slot >= node.inputs.size() || !node.inputs[slot].isValid())
        return node.attributes.floatOr(attribute, unbounded);
    const auto* bound = graph.constantOf(node.inputs[slot]);
    return bound && bound->size() == 1 ? bound->toDoubles().front() : unbounded;
}

/// Everything, for what is no activation with constant bounds.
ValueRange boundsOf(const graph::Graph& graph, const graph::Node& node)
{
    const ValueRange everything;
    const auto clamp = graph::traitsOf(node).clamp;
    if (clamp == graph::Clamp::AtZero)
        return {0.0, everything.high};
    if (clamp != graph::Clamp::AtBounds)
        return everything;
    return {boundAt(graph, node, 1, "min", everything.low), boundAt(graph, node, 2, "max", everything.high)};
}

bool handsOn(const graph::Node& node)
{
    using enum graph::OpKind;
    const auto kind = graph::opKind(node);
    return kind == DataMovement || kind == Quantize || kind == Dequantize || kind == Cast;
}

ValueRange within(const ValueRange& range, const ValueRange& bounds)
{
    return {std::clamp(range.low, bounds.low, bounds.high), std::clamp(range.high, bounds.low, bounds.high)};
}

ValueRange dataOf(const LayerRowSource& source)
{
    return {source.row.baseline.statistics.min, source.row.baseline.statistics.max};
}

} // namespace

ValueRange keptBehind(const graph::Graph& graph, const Layer& layer)
{
    constexpr ValueRange kEverything;
    std::optional<ValueRange> kept;
    std::set<graph::ValueId> seen;
    std::vector<graph::ValueId> open{layer.value};
    while (!open.empty()) {
        const auto value = open.back();
        open.pop_back();
        if (!seen.insert(value).second)
            continue;
        if (std::ranges::find(graph.outputs(), value) != graph.outputs().end())
            return kEverything;
        for (const auto id : graph.value(value).consumers) {
            const auto& node = graph.node(id);
            if (handsOn(node)) {
                std::ranges::copy_if(node.outputs, std::back_inserter(open), &graph::ValueId::isValid);
                continue;
            }
            const auto bounds = node.inputs[0] == value ? boundsOf(graph, node) : kEverything;
            kept = kept ? ValueRange{std::min(kept->low, bounds.low), std::max(kept->high, bounds.high)} : bounds;
        }
    }
    return kept.value_or(kEverything);
}

ValueRange neededRange(const LayerRowSource& source, const MatchedModels& models)
{
    const auto data = source.overSamples.value_or(dataOf(source));
    if (source.analysis == kNoLayer || !(data.low <= data.high))
        return data;
    return within(data, keptBehind(models.analysisGraph, models.analysis[source.analysis]));
}

bool isClampingRead(const LayerRowSource& source, const MatchedModels& models)
{
    const auto& quantizer = *source.row.quantizer;
    const auto data = dataOf(source);
    if (quantizer.scales.size() != 1 || source.analysis == kNoLayer || !(data.low <= data.high))
        return true;
    const auto read = within(data, keptBehind(models.analysisGraph, models.analysis[source.analysis]));
    const double half = 0.5 * quantizer.scales.front();
    return read.low < quantizer.rangeLow() - half || read.high > quantizer.rangeHigh() + half;
}

CoveringParameters coveringParameters(const results::QuantizerInfo& quantizer, const ValueRange& needed)
{
    const double low = std::min(0.0, needed.low);
    const double high = std::max(0.0, needed.high);
    const bool isSymmetric = quantizer.zeroPoints.front() == 0 && quantizer.lowest < 0;
    if (isSymmetric)
        return {std::max(high / double(quantizer.highest), low / double(quantizer.lowest)), std::nullopt};
    const double scale = (high - low) / double(quantizer.highest - quantizer.lowest);
    if (!(scale > 0.0))
        return {scale, quantizer.zeroPoints.front()};
    const auto zeroPoint = std::llround(double(quantizer.lowest) - low / scale);
    return {scale, std::clamp<std::int64_t>(zeroPoint, quantizer.lowest, quantizer.highest)};
}

bool isShifted(const results::QuantizerInfo& quantizer, const ValueRange& needed)
{
    if (quantizer.scales.size() != 1)
        return false;
    const auto covering = coveringParameters(quantizer, needed);
    const auto [low, high] = quantizerRange(quantizer);
    const bool isWide = high - low >= kLeastWidth * (needed.high - needed.low);
    const bool isOneEnd = (needed.low < low) != (needed.high > high);
    const double levels = double(quantizer.highest - quantizer.lowest);
    return isWide && isOneEnd && covering.zeroPoint
           && std::abs(double(*covering.zeroPoint - quantizer.zeroPoints.front())) > kLeastShift * levels;
}

} // namespace ql::analysis
