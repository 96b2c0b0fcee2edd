// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/promoted_operands.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/topology.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/tensor.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ql::importers {

namespace {

using graph::DataType;
using graph::Graph;
using graph::Node;
using graph::ValueId;

/// Boolean, integer or floating point, in the order in which they win.
int categoryOf(DataType type)
{
    return type == DataType::Bool ? 0 : graph::isFloatingPoint(type) ? 2 : 1;
}

bool isWhole(DataType type)
{
    return type != DataType::Undefined && categoryOf(type) < 2;
}

/// Whether both inputs of @p node are operands that PyTorch promotes to one type.
bool computesInOneType(const Node& node)
{
    static const std::unordered_set<std::string_view> kOperators{
        "Add", "Div", "Equal", "Greater", "GreaterOrEqual", "Less", "Max", "LessOrEqual", "Min", "Mul", "Sub"};
    return node.domain.empty() && node.inputs.size() == 2 && kOperators.contains(node.opType);
}

/// Of which type an operator outside of the standard gives its first result, which reads @p first; Undefined where
/// nobody says.
DataType typeAfterTorch(const Node& node, DataType first)
{
    static const std::unordered_set<std::string_view> kIndices{
        "arange",  "argmax", "argmin",  "argsort", "bincount", "bucketize",    "count_nonzero", "dim",
        "nonzero", "numel",  "one_hot", "randint", "randperm", "searchsorted", "size"};
    static const std::unordered_set<std::string_view> kUnknown{"to", "type_as", "where"};
    if (kIndices.contains(node.opType))
        return DataType::Int64;
    const bool isFloat = first != DataType::Undefined && categoryOf(first) == 2;
    return isFloat && node.domain != "prim" && !kUnknown.contains(node.opType) ? first : DataType::Undefined;
}

/// The types of values as far as the operators alone tell them.
class ElementTypes {
public:
    explicit ElementTypes(const Graph& graph)
        : m_graph(graph)
    {
        for (const auto input : graph.inputs())
            m_types[input] = graph.value(input).type;
        for (const auto id : graph::topologicalOrder(graph))
            settle(graph.node(id));
    }

    DataType of(ValueId value) const
    {
        if (!value.isValid())
            return DataType::Undefined;
        if (const auto* constant = m_graph.constantOf(value))
            return constant->type();
        const auto found = m_types.find(value);
        return found == m_types.end() ? DataType::Undefined : found->second;
    }

    bool isNumber(ValueId value) const
    {
        const auto* constant = m_graph.constantOf(value);
        return constant && constant->shape().empty();
    }

    /// What PyTorch computes in: Undefined where that isn't known.
    DataType promoted(ValueId first, ValueId second) const
    {
        const auto one = of(first);
        const auto other = of(second);
        if (one == DataType::Undefined || other == DataType::Undefined)
            return categoryOf(one == DataType::Undefined ? other : one) == 2 ? DataType::Float : DataType::Undefined;
        if (categoryOf(one) != categoryOf(other)) {
            const auto higher = categoryOf(one) > categoryOf(other) ? first : second;
            return isNumber(higher) && categoryOf(of(higher)) == 2 ? DataType::Float : of(higher);
        }
        if (isNumber(first) != isNumber(second))
            return isNumber(first) ? other : one;
        return graph::bitsPerElement(one) >= graph::bitsPerElement(other) ? one : other;
    }

private:
    void settle(const Node& node)
    {
        static const std::unordered_set<std::string_view> kWithIndices{
            "MaxPool", "TopK", "kthvalue", "max", "max_pool2d_with_indices", "median", "min", "mode", "sort", "topk"};
        const auto type = typeAfter(node);
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            if (node.outputs[i].isValid())
                m_types[node.outputs[i]] = i > 0 && kWithIndices.contains(node.opType) ? DataType::Int64 : type;
    }

    DataType typeAfter(const Node& node) const
    {
        static const std::unordered_set<std::string_view> kBooleans{
            "And", "Equal", "Greater", "GreaterOrEqual", "IsInf", "IsNaN", "Less", "LessOrEqual", "Not", "Or", "Xor"};
        static const std::unordered_set<std::string_view> kIndices{"ArgMax", "ArgMin", "NonZero", "Shape", "Size"};
        if (!node.domain.empty())
            return typeAfterTorch(node, node.inputs.empty() ? DataType::Undefined : of(node.inputs[0]));
        if (kBooleans.contains(node.opType))
            return DataType::Bool;
        if (kIndices.contains(node.opType))
            return DataType::Int64;
        if (node.opType == "Cast")
            return DataType(node.attributes.intOr("to", int(DataType::Float)));
        if (node.opType == "QuantizeLinear")
            return node.inputs.size() > 2 ? of(node.inputs[2]) : DataType::UInt8;
        if (node.opType == "DequantizeLinear")
            return DataType::Float;
        if (computesInOneType(node)) {
            const auto type = promoted(node.inputs[0], node.inputs[1]);
            return node.opType == "Div" && isWhole(type) ? DataType::Float : type;
        }
        // Further inputs steer: indices, exponents, amounts; or a product's have the type of the first.
        const auto decides = node.opType == "Where" ? 1U : 0U;
        const auto type = node.inputs.size() > decides ? of(node.inputs[decides]) : DataType::Undefined;
        const bool hasWeight = node.inputs.size() > 1 && graph::traitsOf(node).product != graph::Product::None;
        return type == DataType::Undefined && hasWeight ? of(node.inputs[1]) : type;
    }

    const Graph& m_graph;
    std::unordered_map<ValueId, DataType> m_types;
};

bool wantsOneType(const Node& node)
{
    return computesInOneType(node) && !node.attributes.has(graph::kTorchCall);
}

/// @p value in @p type: another constant, or what a Cast gives.
ValueId cast(Graph& graph, const Node& node, std::size_t slot, DataType type)
{
    const auto name = node.name + (slot == 0 ? ".first" : ".second");
    const auto free = [&] {
        auto wanted = name;
        for (int i = 1; graph.findValue(wanted); ++i)
            wanted = name + "_" + std::to_string(i);
        return wanted;
    };
    const auto value = node.inputs[slot];
    if (const auto* constant = graph.constantOf(value)) {
        const auto number = ops::toTensor(*constant).data.to(ops::storageType(type));
        return graph.addInitializer(free(), ops::toTensorData(ops::Tensor(number)));
    }
    graph::NodeSpec spec;
    spec.name = name + ".cast";
    spec.hasMadeUpName = true;
    spec.opType = "Cast";
    spec.opset = node.opset;
    spec.scope = node.scope;
    spec.body = node.body;
    spec.inputs = {value};
    spec.attributes.set("to", std::int64_t(type));
    spec.outputs = {graph.addValue(free(), type)};
    const auto made = spec.outputs[0];
    graph.addNode(std::move(spec));
    return made;
}

struct Change {
    graph::NodeId node;
    std::size_t slot;
    DataType type;
};

/// Then nobody says whether its inputs are float32.
bool holdsHalves(const Graph& graph)
{
    return std::ranges::any_of(graph.values(), [](const graph::Value& value) {
        return value.initializer
               && (value.initializer->type() == DataType::Float16 || value.initializer->type() == DataType::BFloat16);
    });
}

std::vector<Change> changesOf(const Graph& graph)
{
    const ElementTypes types(graph);
    std::vector<Change> changes;
    for (const auto& node : graph.nodes()) {
        if (!wantsOneType(node) || !node.inputs[0].isValid() || !node.inputs[1].isValid())
            continue;
        auto type = types.promoted(node.inputs[0], node.inputs[1]);
        if (node.opType == "Div" && isWhole(type))
            type = DataType::Float;
        for (std::size_t slot = 0; slot < 2; ++slot) {
            const auto is = types.of(node.inputs[slot]);
            if (type != DataType::Undefined && is != DataType::Undefined && is != type)
                changes.push_back({node.id, slot, type});
        }
    }
    return changes;
}

} // namespace

Graph withPromotedOperands(Graph graph)
{
    if (holdsHalves(graph))
        return graph;
    const auto changes = changesOf(graph);
    if (changes.empty())
        return graph;
    for (const auto& [id, slot, type] : changes) {
        const auto node = graph.node(id); // a copy: the graph grows
        graph.setNodeInput(id, slot, cast(graph, node, slot, type));
    }
    return graph::copyGraph(graph); // in topological order
}

} // namespace ql::importers
