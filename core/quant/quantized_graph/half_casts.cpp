// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/formats/number_format.h"
#include "core/graph/ir/graph_copy.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"

#include <algorithm>

namespace ql::quant {

namespace {

using graph::DataType;
using graph::Graph;
using graph::Node;

constexpr const char* kCast = "Cast";
constexpr std::int64_t kFloatNumber = 1; ///< in onnx.proto's TensorProto.DataType
constexpr std::int64_t kHalfNumber = 10;
constexpr std::int64_t kBFloatNumber = 16;
constexpr int kFirstWithBFloat = 13; ///< opset of Cast

/// What @p node rounds to, as a number of TensorProto.DataType; 0 for anything but 16-bit floats that @p opset can cast
/// to.
std::int64_t halfOf(const Node& node, int opset)
{
    const auto format = node.domain == kOwnDomain ? node.attributes.stringOr("format", "") : std::string();
    if (format == "fp16")
        return kHalfNumber;
    return format == "bf16" && opset >= kFirstWithBFloat ? kBFloatNumber : 0;
}

} // namespace

Graph withHalfCasts(const Graph& graph)
{
    struct Half {
        Node node;
        graph::ValueId value;
    };
    const int opset = graph.opsets().contains("") ? graph.opsets().at("") : 0;
    if (std::ranges::none_of(graph.nodes(), [opset](const Node& node) { return halfOf(node, opset) != 0; }))
        return graph;
    Graph prepared = graph::copyGraph(graph);
    graph::CopyEdits edits;
    std::vector<Half> halves;
    const auto nodes = prepared.nodes(); // a copy: values are added
    for (const auto& node : nodes) {
        const auto type = halfOf(node, opset);
        if (type == 0)
            continue;
        const auto half =
            prepared.addValue(node.name + "_half", type == kHalfNumber ? DataType::Float16 : DataType::BFloat16,
                              prepared.value(node.inputs.at(0)).shape);
        halves.push_back({node, half});
        graph::NodeSpec spec;
        spec.name = node.name;
        spec.opType = kCast;
        spec.opset = opset;
        spec.inputs = {node.inputs[0]};
        spec.outputs = {half};
        spec.attributes.set("to", type);
        edits.replacedNodes.emplace(node.id, std::move(spec));
    }
    Graph cast = graph::copyGraph(prepared, edits);
    for (const auto& [node, half] : halves) {
        graph::NodeSpec back;
        back.name = node.name + "_back";
        back.opType = kCast;
        back.opset = opset;
        back.inputs = {half};
        back.outputs = node.outputs;
        back.attributes.set("to", kFloatNumber);
        cast.addNode(std::move(back));
    }
    return cast;
}

} // namespace ql::quant
