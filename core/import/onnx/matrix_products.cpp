// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/matrix_products.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/topology.h"
#include "core/ops/tensor.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace ql::importers {

namespace {

using graph::Graph;
using graph::Node;
using graph::ValueId;
using Rank = std::optional<std::size_t>;

/// The ranks of values as far as the operators alone tell them.
class Ranks {
public:
    explicit Ranks(const Graph& graph)
        : m_graph(graph)
    {
        for (const auto id : graph::topologicalOrder(graph))
            if (const auto& node = graph.node(id); !node.outputs.empty() && node.outputs[0].isValid())
                if (const auto rank = rankAfter(node))
                    m_ranks[node.outputs[0]] = *rank;
    }

    Rank of(const Node& node, std::size_t input) const
    {
        if (input >= node.inputs.size() || !node.inputs[input].isValid())
            return std::nullopt;
        if (const auto* constant = m_graph.constantOf(node.inputs[input]))
            return constant->shape().size();
        const auto found = m_ranks.find(node.inputs[input]);
        return found == m_ranks.end() ? std::nullopt : std::optional(found->second);
    }

private:
    Rank rankAfter(const Node& node) const
    {
        static const std::unordered_set<std::string_view> kKeeping{"BatchNormalization",
                                                                   "Clip",
                                                                   "Concat",
                                                                   "DequantizeLinear",
                                                                   "Elu",
                                                                   "Gemm",
                                                                   "GlobalAveragePool",
                                                                   "HardSwish",
                                                                   "HardSigmoid",
                                                                   "LayerNormalization",
                                                                   "LeakyRelu",
                                                                   "QuantizeLinear",
                                                                   "Relu",
                                                                   "Sigmoid",
                                                                   "Softmax",
                                                                   "Tanh"};
        const auto& type = node.opType;
        if (!node.domain.empty())
            return std::nullopt;
        if (kKeeping.contains(type))
            return of(node, 0);
        if (type == "Conv" || type == "ConvTranspose")
            return of(node, 1);
        if (type == "MaxPool" || type == "AveragePool")
            return node.attributes.intsOr("kernel_shape", {}).size() + 2;
        if (type == "Flatten")
            return 2;
        if (type == "Add" || type == "Mul" || type == "Sub") {
            const auto first = of(node, 0);
            const auto second = of(node, 1);
            return first && second ? std::optional(std::max(*first, *second)) : std::nullopt;
        }
        const auto axes = node.attributes.intsOr("axes", {}).size();
        if (const auto rank = of(node, 0); type == "ReduceMean" && rank && axes > 0 && axes <= *rank)
            return node.attributes.intOr("keepdims", 1) != 0 ? *rank : *rank - axes;
        return std::nullopt;
    }

    const Graph& m_graph;
    std::unordered_map<ValueId, std::size_t> m_ranks;
};

bool isLinear(const Node& node)
{
    return node.domain.empty() && node.opType == "Gemm" && node.attributes.intOr("transB", 0) != 0
           && node.attributes.intOr("transA", 0) == 0;
}

graph::NodeSpec nodeAfter(const Node& node, std::string opType, std::string suffix)
{
    graph::NodeSpec spec;
    spec.name = node.name + suffix;
    spec.hasMadeUpName = node.hasMadeUpName;
    spec.opType = std::move(opType);
    spec.opset = node.opset;
    spec.scope = node.scope;
    spec.body = node.body;
    return spec;
}

/// Adds to @p graph what computes @p node.
void addProduct(Graph& graph, const Node& node, bool isTransposed)
{
    auto weight = node.inputs[1];
    if (!isTransposed) {
        auto transpose = nodeAfter(node, "Transpose", ".transpose");
        transpose.attributes.set("perm", std::vector<std::int64_t>{1, 0});
        transpose.inputs = {weight};
        weight = graph.addValue(node.name + ".weight_transposed");
        transpose.outputs = {weight};
        graph.addNode(std::move(transpose));
    }
    const bool hasBias = node.inputs.size() > 2 && node.inputs[2].isValid();
    auto product = nodeAfter(node, "MatMul", "");
    product.inputs = {node.inputs[0], weight};
    product.outputs = {hasBias ? graph.addValue(node.name + ".product") : node.outputs[0]};
    auto sum = nodeAfter(node, "Add", ".add");
    sum.inputs = {product.outputs[0], hasBias ? node.inputs[2] : ValueId{}};
    sum.outputs = node.outputs;
    graph.addNode(std::move(product));
    if (hasBias)
        graph.addNode(std::move(sum));
}

} // namespace

Graph withMatrixProducts(const Graph& graph)
{
    const Ranks ranks(graph);
    graph::CopyEdits edits;
    std::vector<std::pair<const Node*, bool>> products;
    for (const auto& node : graph.nodes()) {
        if (!isLinear(node) || ranks.of(node, 0) == Rank(2))
            continue;
        const auto& weight = graph.value(node.inputs.at(1));
        const bool isTransposed = weight.initializer && weight.consumers.size() == 1;
        if (isTransposed)
            edits.constants.emplace(
                node.inputs[1],
                ops::toTensorData(ops::Tensor(ops::toTensor(*weight.initializer).data.transpose(0, 1).contiguous())));
        edits.droppedNodes.insert(node.id);
        products.emplace_back(&node, isTransposed);
    }
    if (products.empty())
        return graph;
    auto changed = graph::copyGraph(graph, edits);
    for (const auto& [node, isTransposed] : products)
        addProduct(changed, *node, isTransposed);
    return graph::copyGraph(changed); // in topological order
}

} // namespace ql::importers
