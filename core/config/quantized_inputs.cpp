// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/quantized_inputs.h"

#include "core/graph/operators/clamp_bounds.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <set>

namespace ql::config {

namespace {

using graph::Graph;
using Origin = ResolvedLayer::Origin;

bool isConvolution(const graph::Node& node)
{
    const auto product = graph::familyTraits(node.opType).product;
    return product == graph::Product::Convolution || product == graph::Product::TransposedConvolution;
}

/// What the functions below look at.
struct ListedModel {
    const QuantConfig& config;
    const LayerNames& names;
    const Graph& graph;
    std::set<std::string, std::less<>> unfused = names.unfused();
};

/// A Clip from 0 to 6 is a ReLU6.
Listing listingOf(const Graph& graph, const TracedLayer& layer)
{
    const auto bounds = graph::clampBounds(graph, graph.node(layer.nodes.front()));
    return bounds.low == 0.0 && bounds.high == 6.0 ? Listing::NotBehindConvolution : layer.function->listing;
}

/// Whether a BatchNormalization behind @p convolution becomes part of it.
bool isFolded(const ListedModel& model, const graph::Node& convolution)
{
    return model.config.fusesBatchNorm.value_or(true) && !model.unfused.contains(convolution.name);
}

/// The convolution whose result @p layer reads, or null.
const graph::Node* convolutionBefore(const ListedModel& model, const TracedLayer& layer)
{
    const auto& graph = model.graph;
    const auto makerOf = [&graph](graph::ValueId value) -> const graph::Node* {
        const auto maker = value.isValid() ? graph.value(value).producer : graph::NodeId{};
        return maker.isValid() ? &graph.node(maker) : nullptr;
    };
    const auto* maker = layer.inputs.empty() ? nullptr : makerOf(layer.inputs.front().value);
    if (maker && graph::traitsNamed(maker->opType).foldsIntoConvolution && !maker->inputs.empty())
        if (const auto* before = makerOf(maker->inputs.front());
            before && isConvolution(*before) && isFolded(model, *before))
            return before;
    return maker && isConvolution(*maker) ? maker : nullptr;
}

/// Said of this very layer or of its type, not of all.
bool isAskedFor(const ResolvedLayer& resolved)
{
    return resolved.origin == Origin::Layer || resolved.origin == Origin::Type || resolved.origin == Origin::Prefix
           || resolved.origin == Origin::Pattern;
}

/// Others than the first input of what shapes, moves or reduces one are numbers that steer it.
bool readsSeveral(const TracedLayer& layer)
{
    constexpr std::string_view kNames[]{"pow", "bmm",   "matmul", "max",    "min",
                                        "cat", "stack", "linear", "conv2d", "conv_transpose2d"};
    const auto names = layer.function->names;
    return layer.nodes.size() > 1 || names.empty() || layer.function->readsConstants
           || std::ranges::find(kNames, names.substr(0, names.find(' '))) != std::end(kNames);
}

bool isRead(const Graph& graph, const TracedLayer& layer, const LayerInput& input)
{
    if (input.slot != 0 && !readsSeveral(layer))
        return false;
    if (isData(graph, input.value))
        return true;
    return layer.function->readsConstants && layer.nodes.size() == 1 && graph.constantOf(input.value) != nullptr;
}

bool isQuantized(const ListedModel& model, const TracedLayer& layer)
{
    const auto resolved = model.names.resolve(model.graph.node(layer.nodes.front()));
    if (!resolved.isQuantized)
        return false;
    switch (listingOf(model.graph, layer)) {
    case Listing::Always: return true;
    case Listing::NotBehindConvolution: return convolutionBefore(model, layer) == nullptr;
    case Listing::None:
    case Listing::WhereNamed: return isAskedFor(resolved);
    }
    return false;
}

} // namespace

std::map<std::string, std::vector<std::size_t>, std::less<>>
quantizedInputs(const QuantConfig& config, const LayerNames& names, const Graph& graph)
{
    const ListedModel model{config, names, graph};
    std::map<std::string, std::vector<std::size_t>, std::less<>> inputs;
    for (const auto& layer : names.layers().layers()) {
        if (!isQuantized(model, layer))
            continue;
        for (const auto& input : layer.inputs)
            if (isRead(graph, layer, input))
                inputs[graph.node(input.node).name].push_back(input.slot);
    }
    return inputs;
}

bool isListed(const QuantConfig& config, const LayerNames& names, const Graph& graph, const TracedLayer& layer)
{
    const ListedModel model{config, names, graph};
    const auto& first = graph.node(layer.nodes.front());
    const auto listing = listingOf(graph, layer);
    const bool isFoldedIn = graph::traitsNamed(first.opType).foldsIntoConvolution && convolutionBefore(model, layer)
                            && isFolded(model, *convolutionBefore(model, layer));
    return !isFoldedIn
           && (listing == Listing::Always
               || (listing == Listing::NotBehindConvolution && convolutionBefore(model, layer) == nullptr));
}

std::vector<results::Diagnostic> floatLayerFindings(const QuantConfig& config, const LayerNames& names,
                                                    const Graph& graph)
{
    const ListedModel model{config, names, graph};
    std::vector<results::Diagnostic> findings;
    for (const auto& layer : names.layers().layers()) {
        const auto* convolution =
            listingOf(graph, layer) == Listing::NotBehindConvolution ? convolutionBefore(model, layer) : nullptr;
        if (!convolution)
            continue;
        const auto& first = graph.node(layer.nodes.front());
        const auto resolved = names.resolve(first);
        if (!resolved.isQuantized || resolved.origin != Origin::Layer)
            continue;
        results::Diagnostic finding;
        finding.severity = results::Severity::Warning;
        finding.rule = "behind-convolution";
        finding.subject = names.nameOf(first);
        finding.layers = {finding.subject};
        finding.message = Message("{} stays in float: AMCT computes it with {}, the convolution before it",
                                  finding.subject, names.nameOf(*convolution));
        finding.remedy = Message("take its entry out");
        finding.line = resolved.position.line;
        finding.column = resolved.position.column;
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace ql::config
