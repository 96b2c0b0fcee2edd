// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/quantized_inputs.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <limits>

namespace ql::config {

namespace {

using graph::Graph;
using Origin = ResolvedLayer::Origin;

bool isConvolution(const graph::Node& node)
{
    const auto product = graph::familyTraits(node.opType).product;
    return product == graph::Product::Convolution || product == graph::Product::TransposedConvolution;
}

/// A bound of a Clip, or NaN where the graph doesn't say it.
double boundOf(const Graph& graph, const graph::Node& node, std::size_t slot, std::string_view attribute)
{
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    const auto* bound =
        slot < node.inputs.size() && node.inputs[slot].isValid() ? graph.constantOf(node.inputs[slot]) : nullptr;
    return bound && bound->size() == 1 ? bound->toDoubles().front() : node.attributes.floatOr(attribute, kUnknown);
}

/// A Clip from 0 to 6 is a ReLU6.
Listing listingOf(const Graph& graph, const TracedLayer& layer)
{
    const auto& node = graph.node(layer.nodes.front());
    if (node.opType == "Clip" && boundOf(graph, node, 1, "min") == 0.0 && boundOf(graph, node, 2, "max") == 6.0)
        return Listing::NotBehindConvolution;
    return layer.function->listing;
}

/// Whether the BatchNormalization @p node becomes part of the convolution before it.
bool isFolded(const QuantConfig& config, const LayerNames& names, const graph::Node& convolution)
{
    return config.fusesBatchNorm.value_or(true)
           && std::ranges::find(config.skipFusion, names.nameOf(convolution)) == config.skipFusion.end();
}

/// The convolution whose result @p layer reads, or null.
const graph::Node* convolutionBefore(const QuantConfig& config, const LayerNames& names, const Graph& graph,
                                     const TracedLayer& layer)
{
    const auto makerOf = [&graph](graph::ValueId value) -> const graph::Node* {
        const auto maker = value.isValid() ? graph.value(value).producer : graph::NodeId{};
        return maker.isValid() ? &graph.node(maker) : nullptr;
    };
    const auto* maker = layer.inputs.empty() ? nullptr : makerOf(layer.inputs.front().value);
    if (maker && graph::traitsNamed(maker->opType).foldsIntoConvolution && !maker->inputs.empty())
        if (const auto* before = makerOf(maker->inputs.front());
            before && isConvolution(*before) && isFolded(config, names, *before))
            return before;
    return maker && isConvolution(*maker) ? maker : nullptr;
}

/// Said of this very layer or of its type, not of all.
bool isAskedFor(const ResolvedLayer& resolved)
{
    return resolved.origin == Origin::Layer || resolved.origin == Origin::Type || resolved.origin == Origin::Prefix;
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
    const auto data = dataInputs(graph, graph.node(input.node));
    if (std::ranges::find(data, input.value) != data.end())
        return true;
    return layer.function->readsConstants && layer.nodes.size() == 1 && graph.constantOf(input.value) != nullptr;
}

bool isQuantized(const QuantConfig& config, const LayerNames& names, const Graph& graph, const TracedLayer& layer)
{
    const auto resolved = names.resolve(graph.node(layer.nodes.front()));
    if (!resolved.isQuantized)
        return false;
    switch (listingOf(graph, layer)) {
    case Listing::Always: return true;
    case Listing::NotBehindConvolution: return convolutionBefore(config, names, graph, layer) == nullptr;
    case Listing::None:
    case Listing::WhereNamed: return isAskedFor(resolved);
    }
    return false;
}

} // namespace

std::map<std::string, std::vector<std::size_t>, std::less<>>
quantizedInputs(const QuantConfig& config, const LayerNames& names, const Graph& graph)
{
    std::map<std::string, std::vector<std::size_t>, std::less<>> inputs;
    for (const auto& layer : names.layers().layers()) {
        if (!isQuantized(config, names, graph, layer))
            continue;
        for (const auto& input : layer.inputs)
            if (isRead(graph, layer, input))
                inputs[graph.node(input.node).name].push_back(input.slot);
    }
    return inputs;
}

std::vector<results::Diagnostic> floatLayerFindings(const QuantConfig& config, const LayerNames& names,
                                                    const Graph& graph)
{
    std::vector<results::Diagnostic> findings;
    for (const auto& layer : names.layers().layers()) {
        const auto& first = graph.node(layer.nodes.front());
        const auto resolved = names.resolve(first);
        const auto* convolution = listingOf(graph, layer) == Listing::NotBehindConvolution
                                      ? convolutionBefore(config, names, graph, layer)
                                      : nullptr;
        if (!convolution || !resolved.isQuantized || resolved.origin != Origin::Layer)
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
