// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/rounded_layers.h"

#include "core/graph/operators/operator_traits.h"

namespace ql::quant {

std::vector<std::pair<std::string, std::size_t>> roundableLayers(const graph::Graph& graph, const QuantPlan& plan)
{
    std::vector<std::pair<std::string, std::size_t>> found;
    for (const auto& node : graph.nodes()) {
        if (graph::traitsOf(node).product == graph::Product::None || node.inputs.size() < 2)
            continue;
        const auto index = node.inputs[1].isValid() ? plan.find(node.inputs[1]) : std::nullopt;
        const bool isByRow = index
                             && (plan.parametersOf(*index).isPerTensor()
                                 || plan.quantizers[*index].channelAxis == graph::weightChannelAxis(graph, node));
        if (isByRow && plan.quantizers[*index].role == QuantizerRole::Weight && !plan.quantizers[*index].settings.number
            && plan.parametersOf(*index).codes.empty() && graph.value(node.inputs[1]).consumers.size() == 1)
            found.emplace_back(node.name, *index);
    }
    return found;
}

std::vector<FixEdit> roundingOfAll(const FixContext& context, std::string_view fix, Message change,
                                   decltype(FixEdit::changeWeights) round)
{
    if (roundableLayers(context.graph, context.plan).empty())
        return {};
    return {{.fix = fix, .layers = {}, .change = std::move(change), .changeWeights = std::move(round), .isSlow = true}};
}

} // namespace ql::quant
