// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict/decision_axis.h"

#include "core/graph/operators/operator_traits.h"

namespace ql::analysis {

namespace {

using graph::Node;
using graph::OpKind;

constexpr std::size_t kLeastClasses = 3;

const Node* producerOf(const graph::Graph& graph, graph::ValueId value)
{
    const auto producer = graph.value(value).producer;
    return producer.isValid() ? &graph.node(producer) : nullptr;
}

/// Steps over what leaves every element's value as it is. @p isShaped says whether their places may have changed.
const Node* makerOf(const graph::Graph& graph, graph::ValueId value, bool& isShaped)
{
    const Node* node = producerOf(graph, value);
    while (node && !node->inputs.empty() && node->inputs[0].isValid()) {
        const auto kind = graph::opKind(*node);
        const bool changesShape = graph::familyTraits(node->opType).changesShapeOnly;
        if (!changesShape && kind != OpKind::Cast && kind != OpKind::Quantize && kind != OpKind::Dequantize)
            break;
        isShaped = isShaped || changesShape;
        node = producerOf(graph, node->inputs[0]);
    }
    return node;
}

bool makesShares(const Node& node)
{
    return graph::familyTraits(node.opType).givesProbabilities || node.opType == "LogSoftmax";
}

DecisionAxis axisOf(const Node& node, bool isShaped)
{
    const bool isOld = node.domain.empty() && node.opset < 13;
    if (isShaped)
        return {};
    return {node.attributes.intOr("axis", isOld ? 1 : -1), isOld};
}

bool isProduct(const Node& node)
{
    return graph::familyTraits(node.opType).product != graph::Product::None;
}

/// Whether @p node is a product, or a pooling of one, or adds a bias to one.
bool endsInProduct(const graph::Graph& graph, const Node* node)
{
    bool ignored = false;
    for (int i = 0; node && i < 4; ++i) {
        if (isProduct(*node))
            return true;
        const auto& traits = graph::familyTraits(node->opType);
        const bool addsBias = traits.arithmetic == graph::Arithmetic::Add;
        if (!addsBias && !traits.isPooling && traits.clamp == graph::Clamp::None)
            return false;
        const Node* next = nullptr;
        for (const auto input : node->inputs)
            if (input.isValid() && !graph.constantOf(input) && !next)
                next = makerOf(graph, input, ignored);
        node = next;
    }
    return false;
}

} // namespace

std::optional<DecisionAxis> decisionAxis(const graph::Graph& baseline, graph::ValueId output, const graph::Shape& shape)
{
    bool isShaped = false;
    const Node* node = makerOf(baseline, output, isShaped);
    if (!node || shape.empty())
        return std::nullopt;
    if (makesShares(*node))
        return axisOf(*node, isShaped);
    if (shape.size() <= 2 && shape.back() >= std::int64_t(kLeastClasses) && endsInProduct(baseline, node))
        return DecisionAxis{};
    return std::nullopt;
}

} // namespace ql::analysis
