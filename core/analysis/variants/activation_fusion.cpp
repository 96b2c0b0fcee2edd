// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variants/graph_variants.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/clamp_bounds.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeSpec;

constexpr const char* kDomain = "com.microsoft";

/// An activation's attributes by name, with the standard's defaults, in the order of the fused operators' numbers.
struct Activation {
    std::string_view opType;
    std::vector<std::pair<std::string, double>> parameters;
};

const std::vector<Activation>& activations()
{
    static const std::vector<Activation> kAll{{"Elu", {{"alpha", 1.0}}},
                                              {"HardSigmoid", {{"alpha", 0.2}, {"beta", 0.5}}},
                                              {"LeakyRelu", {{"alpha", 0.01}}},
                                              {"Relu", {}},
                                              {"Sigmoid", {}},
                                              {"Tanh", {}},
                                              {"ThresholdedRelu", {{"alpha", 1.0}}}};
    return kAll;
}

/// The fused operators have numbers of float32 in place of no bound. Nothing where a bound is computed.
std::optional<std::vector<double>> clipBounds(const Graph& graph, const Node& clip)
{
    constexpr double kMost = std::numeric_limits<float>::max();
    const auto [low, high] = graph::clampBounds(graph, clip);
    if (!low || !high)
        return std::nullopt;
    return std::vector{std::max(*low, -kMost), std::min(*high, kMost)};
}

/// The numbers of an activation that a fused operator knows.
std::optional<std::vector<double>> parametersOf(const Graph& graph, const Node& node)
{
    if (!node.domain.empty() || node.attributes.has(graph::kTorchCall))
        return std::nullopt;
    if (graph::traitsOf(node).clamp == graph::Clamp::AtBounds)
        return clipBounds(graph, node);
    const auto found = std::ranges::find(activations(), node.opType, &Activation::opType);
    if (found == activations().end())
        return std::nullopt;
    std::vector<double> numbers;
    for (const auto& [name, fallback] : found->parameters)
        numbers.push_back(node.attributes.floatOr(name, fallback));
    return numbers;
}

/// The node that alone reads what @p node makes, as its first input.
const Node* soleReader(const Graph& graph, const Node& node)
{
    const auto value = node.outputs.at(0);
    const auto& readers = graph.value(value).consumers;
    if (readers.size() != 1 || std::ranges::find(graph.outputs(), value) != graph.outputs().end())
        return nullptr;
    const auto& reader = graph.node(readers.front());
    const auto reads = std::ranges::count(reader.inputs, value);
    return reader.body == node.body && reads == 1 && reader.inputs[0] == value ? &reader : nullptr;
}

bool isFloatConvOrGemm(const Node& node)
{
    return node.domain.empty() && (node.opType == "Conv" || node.opType == "Gemm")
           && !node.attributes.has(graph::kTorchCall);
}

NodeSpec fused(const Graph& graph, const Node& node, const Node& activation, const std::vector<double>& parameters)
{
    auto spec = graph::specOf(graph, node);
    spec.domain = kDomain;
    spec.opType = "Fused" + node.opType;
    spec.opset = 1;
    spec.outputs = activation.outputs;
    spec.attributes.set("activation", activation.opType);
    if (node.opType == "Conv" && !parameters.empty())
        spec.attributes.set("activation_params", parameters);
    constexpr const char* kOfGemm[]{"activation_alpha", "activation_beta"};
    for (std::size_t i = 0; node.opType == "Gemm" && i < parameters.size(); ++i)
        spec.attributes.set(kOfGemm[i], parameters[i]);
    return spec;
}

} // namespace

Graph fuseActivations(const Graph& graph)
{
    graph::CopyEdits edits;
    for (const auto& node : graph.nodes()) {
        const auto* reader = isFloatConvOrGemm(node) ? soleReader(graph, node) : nullptr;
        const auto parameters = reader ? parametersOf(graph, *reader) : std::nullopt;
        if (!parameters)
            continue;
        edits.replacedNodes.emplace(node.id, fused(graph, node, *reader, *parameters));
        edits.droppedNodes.insert(reader->id);
    }
    auto copy = graph::copyGraph(graph, edits);
    if (!edits.replacedNodes.empty())
        copy.setOpset(kDomain, 1);
    return copy;
}

} // namespace ql::analysis
