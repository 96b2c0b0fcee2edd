// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/added_bias.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis {

bool addsToProducts(const graph::Graph& graph)
{
    const auto isProduct = [&graph](graph::ValueId value) {
        const auto producer = value.isValid() ? graph.value(value).producer : graph::NodeId{};
        return producer.isValid() && graph::familyTraits(graph.node(producer).opType).product != graph::Product::None;
    };
    return std::ranges::any_of(graph.nodes(), [&](const graph::Node& node) {
        return graph::traitsNamed(node.opType).arithmetic == graph::Arithmetic::Add
               && std::ranges::any_of(node.inputs, isProduct);
    });
}

} // namespace ql::analysis
