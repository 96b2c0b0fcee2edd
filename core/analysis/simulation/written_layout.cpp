// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/written_layout.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/shape_inference.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string_view>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;

/// The integers behind the tensor in "aten::transpose.int($0, 1, 2)"; nothing where there is anything else.
std::optional<std::vector<std::int64_t>> integersOf(std::string_view call)
{
    constexpr std::string_view kTensor = "($0";
    const auto begin = call.find(kTensor);
    if (begin == call.npos || !call.ends_with(')'))
        return std::nullopt;
    call = call.substr(begin + kTensor.size(), call.size() - begin - kTensor.size() - 1);
    std::vector<std::int64_t> numbers;
    while (call.starts_with(", ")) {
        call.remove_prefix(2);
        std::int64_t number = 0;
        const auto [end, problem] = std::from_chars(call.data(), call.data() + call.size(), number);
        if (problem != std::errc())
            return std::nullopt;
        numbers.push_back(number);
        call.remove_prefix(std::size_t(end - call.data()));
    }
    return call.empty() ? std::optional(numbers) : std::nullopt;
}

graph::NodeSpec standardNode(const Graph& graph, const Node& node, std::string opType)
{
    graph::NodeSpec spec;
    spec.name = node.name;
    spec.opType = std::move(opType);
    spec.opset = graph.opsets().at("");
    spec.inputs = {node.inputs[0]};
    spec.outputs = node.outputs;
    spec.scope = node.scope;
    return spec;
}

/// The axes before the first one stay as they are.
graph::NodeSpec reshaped(Graph& graph, const Node& node, std::int64_t first)
{
    std::vector<std::int64_t> sizes(std::size_t(first), 0);
    sizes.push_back(-1);
    auto spec = standardNode(graph, node, "Reshape");
    spec.inputs.push_back(graph.addInitializer(
        node.name + "_shape",
        graph::TensorData::of<std::int64_t>(graph::DataType::Int64, {std::int64_t(sizes.size())}, sizes)));
    return spec;
}

std::optional<graph::NodeSpec> transposed(const Graph& graph, const Node& node, std::int64_t a, std::int64_t b)
{
    const auto& shape = graph.value(node.inputs[0]).shape;
    const auto rank = shape ? std::int64_t(shape->size()) : 0;
    a = a < 0 ? a + rank : a;
    b = b < 0 ? b + rank : b;
    if (a < 0 || b < 0 || a >= rank || b >= rank)
        return std::nullopt;
    std::vector<std::int64_t> axes(static_cast<std::size_t>(rank));
    std::iota(axes.begin(), axes.end(), std::int64_t{0});
    std::swap(axes[std::size_t(a)], axes[std::size_t(b)]);
    auto spec = standardNode(graph, node, "Transpose");
    spec.attributes.set("perm", axes);
    return spec;
}

std::optional<graph::NodeSpec> standardForm(Graph& graph, const Node& node)
{
    if (node.domain != "aten" || node.inputs.size() != 1 || node.outputs.size() != 1)
        return std::nullopt;
    const auto numbers = integersOf(node.attributes.stringOr(std::string(graph::kTorchCall), ""));
    if (!numbers || numbers->size() != 2)
        return std::nullopt;
    const auto& shape = graph.value(node.inputs[0]).shape;
    const auto isLast = [&shape](std::int64_t axis) {
        return axis == -1 || (shape && axis + 1 == std::int64_t(shape->size()));
    };
    if (node.opType == "flatten" && numbers->front() >= 0 && isLast(numbers->back()))
        return reshaped(graph, node, numbers->front());
    return node.opType == "transpose" ? transposed(graph, node, numbers->front(), numbers->back()) : std::nullopt;
}

void declareRanks(Graph& graph, const std::vector<std::size_t>& ranks)
{
    const auto inputs = graph.inputs();
    for (std::size_t i = 0; i < std::min(inputs.size(), ranks.size()); ++i)
        if (!graph.value(inputs[i]).shape)
            graph.setShape(inputs[i], graph::DeclaredShape(ranks[i]));
}

} // namespace

Graph withStandardLayout(const Graph& graph, const std::vector<std::size_t>& inputRanks)
{
    const auto isSaid = [&graph](graph::ValueId input) { return graph.value(input).shape.has_value(); };
    const auto isStandard = [](const Node& node) { return node.domain != "aten"; };
    if (inputRanks.empty() || !graph.opsets().contains("")
        || (std::ranges::all_of(graph.inputs(), isSaid) && std::ranges::all_of(graph.nodes(), isStandard)))
        return graph;
    auto prepared = graph::copyGraph(graph);
    declareRanks(prepared, inputRanks);
    while (true) {
        graph::inferShapes(prepared);
        graph::CopyEdits edits;
        const auto nodes = prepared.nodes(); // a copy: values are added
        for (const auto& node : nodes)
            if (auto spec = standardForm(prepared, node))
                edits.replacedNodes.emplace(node.id, std::move(*spec));
        if (edits.replacedNodes.empty())
            return prepared;
        prepared = graph::copyGraph(prepared, edits);
    }
}

} // namespace ql::analysis
