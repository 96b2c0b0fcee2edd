// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr std::size_t kQuicklyRead = 65536; ///< numbers; a larger constant is read where something is wrong
constexpr int kMostQuantizers = 8;          ///< one behind the other

const graph::Node* producerOf(const graph::Graph& graph, graph::ValueId value)
{
    const auto producer = value.isValid() ? graph.value(value).producer : graph::NodeId{};
    return producer.isValid() ? &graph.node(producer) : nullptr;
}

bool isQuantizer(const graph::Node& node)
{
    const auto kind = graph::opKind(node);
    return kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
}

/// The quantizers through which a layer reads what @p value holds, if that is a constant.
void addQuantizersOfConstant(const graph::Graph& graph, graph::ValueId value, std::vector<const graph::Node*>& nodes)
{
    std::vector<const graph::Node*> found;
    for (int steps = 0; steps < kMostQuantizers && value.isValid() && !graph.constantOf(value); ++steps) {
        const auto* node = producerOf(graph, value);
        if (!node || node->inputs.empty() || !(isQuantizer(*node) || graph::movesDataOnly(*node)))
            return;
        found.push_back(node);
        value = node->inputs.front();
    }
    if (value.isValid() && graph.constantOf(value))
        nodes.insert(nodes.end(), found.begin(), found.end());
}

/// The nodes whose constants a layer's value depends on: its own, its weights' quantizers and that of its value.
std::vector<const graph::Node*> nodesOf(const graph::Graph& graph, const Layer& layer)
{
    std::vector<const graph::Node*> nodes;
    for (const auto id : layer.run) {
        nodes.push_back(&graph.node(id));
        for (const auto input : nodes.back()->inputs)
            addQuantizersOfConstant(graph, input, nodes);
    }
    auto value = layer.value;
    for (int steps = 0; steps < kMostQuantizers && value.isValid() && value != layer.own; ++steps) {
        const auto* node = producerOf(graph, value);
        if (!node || !isQuantizer(*node) || node->inputs.empty())
            break;
        nodes.push_back(node);
        value = node->inputs.front();
    }
    return nodes;
}

/// Whether @p constant is one, of those that are small or @p areAllRead.
bool isNonFinite(const graph::TensorData& constant, bool areAllRead)
{
    return graph::isFloatingPoint(constant.type()) && (constant.size() <= kQuicklyRead || areAllRead)
           && !constant.isFinite();
}

/// The first floating-point constant that is one, of those that are small or @p areAllRead.
std::optional<NonFiniteConstant> nonFiniteConstant(const graph::Graph& graph, const Layer& layer, bool areAllRead)
{
    for (const auto* node : nodesOf(graph, layer))
        for (const auto input : node->inputs) {
            const auto* constant = input.isValid() ? graph.constantOf(input) : nullptr;
            if (!constant || !isNonFinite(*constant, areAllRead))
                continue;
            const auto numbers = constant->toDoubles();
            const auto bad = std::ranges::count_if(numbers, [](double value) { return !std::isfinite(value); });
            const bool hasNan = std::ranges::any_of(numbers, [](double value) { return std::isnan(value); });
            return NonFiniteConstant{shareOfValues(std::uint64_t(bad), numbers.size()), graph.value(input).name,
                                     constant->type(), isQuantizer(*node), hasNan || isQuantizer(*node)};
        }
    return std::nullopt;
}

Message remedyOf(const NonFiniteConstant& constant)
{
    if (constant.isOfQuantizer)
        return "Calibrate or convert the model again: no value has such a scale.";
    return constant.type == graph::DataType::Float16
               ? Message("float16 holds up to 65504: leave this layer in float32.")
               : Message("Convert the model again, and leave this layer in float32.");
}

} // namespace

std::optional<NonFiniteConstant> ownNonFiniteConstant(const LayerFacts& facts)
{
    const auto& [baselineGraph, analysisGraph, baseline, analysis, matching] = facts.models;
    const bool isWrong = isBad(facts.row) || hasMoreNonFinite(facts.row);
    if (facts.areQuicklyReadFinite && !isWrong)
        return std::nullopt;
    auto found = nonFiniteConstant(analysisGraph, facts.analysis(), isWrong);
    if (!found || facts.source.baseline == kNoLayer)
        return found;
    return nonFiniteConstant(baselineGraph, baseline[facts.source.baseline], true) ? std::nullopt : std::move(found);
}

bool areQuicklyReadFinite(const graph::Graph& graph)
{
    return std::ranges::none_of(graph.values(), [](const graph::Value& value) {
        return value.initializer && isNonFinite(*value.initializer, false);
    });
}

bool hasNanConstant(const LayerFacts& facts)
{
    const auto found = ownNonFiniteConstant(facts);
    return found && found->isCertain;
}

/// Wrong where the NaN comes in with the inputs: so it looks at the constants themselves. Integers hide it: what is
/// rounded to them is a number again.
std::optional<results::Diagnostic> nanWeight(const LayerFacts& facts)
{
    const auto& statistics = facts.row.baseline.statistics;
    if (facts.source.baseline != kNoLayer && statistics.nanCount + statistics.infCount > 0)
        if (const auto found =
                nonFiniteConstant(facts.models.baselineGraph, facts.models.baseline[facts.source.baseline], true))
            return advised(
                results::Severity::Error, "nan-weight",
                Message("{} of its weight {} are NaN or infinite, in the baseline already.", found->share, found->name),
                "Export the model again; training may have diverged.");
    const auto found = ownNonFiniteConstant(facts);
    if (!found || !(found->isCertain || (hasMoreNonFinite(facts.row) && !facts.nonFiniteInput)))
        return std::nullopt;
    return advised(
        results::Severity::Error, "nan-weight",
        Message("{} of its constant {} are NaN or infinite, in the analysis model alone.", found->share, found->name),
        remedyOf(*found));
}

bool hasNanWeightAdvice(const results::LayerRow& row)
{
    return std::ranges::find(row.advice, "nan-weight", &results::Diagnostic::rule) != row.advice.end();
}

std::optional<results::Diagnostic> nanOrigin(const LayerFacts& facts)
{
    const auto found = ownNonFiniteConstant(facts);
    if (!found || !found->isCertain || !isBad(facts.row))
        return std::nullopt;
    return advised(results::Severity::Error, "error-origin",
                   Message("the error starts here: {} of the constant {} are NaN or infinite, in the analysis model "
                           "alone; the layer's output is at {}.",
                           found->share, found->name, decibels(facts.row.metrics->sqnrDb)),
                   remedyOf(*found));
}

} // namespace ql::analysis
