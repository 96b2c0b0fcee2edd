// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/learned_ranges.h"

#include "core/graph/ir/graph_copy.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <map>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::ValueId;

bool isApart(const Node& node)
{
    return node.body.isValid() || !node.captures.empty() || node.outputs.empty() || !node.outputs[0].isValid();
}

/// What alone reads what @p node makes and is quantized in its place.
const Node* clampBehind(const Graph& graph, const QuantPlan& plan, const Node& node)
{
    const auto made = node.outputs[0];
    const auto& readers = graph.value(made).consumers;
    if (plan.find(made) || readers.size() != 1 || std::ranges::find(graph.outputs(), made) != graph.outputs().end())
        return nullptr;
    const auto& reader = graph.node(readers.front());
    const bool isClamp = graph::traitsOf(reader).quantizing == graph::Quantizing::Clamping && !isApart(reader);
    return isClamp && plan.find(reader.outputs[0]) ? &reader : nullptr;
}

/// Puts nodes of one graph into another, values by their names.
class Extraction {
public:
    Extraction(const Graph& source, Graph& target)
        : m_source(source)
        , m_target(target)
    {
        for (const auto& [domain, version] : source.opsets())
            target.setOpset(domain, version);
    }

    void add(const Node& node)
    {
        auto spec = graph::specOf(m_source, node);
        spec.body.reset();
        for (auto& input : spec.inputs)
            if (input.isValid())
                input = at(input, true);
        for (auto& output : spec.outputs)
            if (output.isValid())
                output = at(output, false);
        m_target.addNode(std::move(spec));
    }

    const std::map<ValueId, ValueId>& values() const { return m_values; }

private:
    ValueId at(ValueId value, bool isRead)
    {
        if (const auto known = m_values.find(value); known != m_values.end())
            return known->second;
        const auto& from = m_source.value(value);
        const auto* constant = m_source.constantOf(value);
        const auto to = constant ? m_target.addInitializer(from.name, *constant)
                        : isRead ? m_target.addInput(from.name, from.type, from.shape)
                                 : m_target.addValue(from.name, from.type, from.shape);
        m_values.emplace(value, to);
        return to;
    }

    const Graph& m_source;
    Graph& m_target;
    std::map<ValueId, ValueId> m_values;
};

void addQuantizers(const QuantPlan& plan, const std::map<ValueId, ValueId>& values, SingleLayer& layer)
{
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        const auto value = values.find(plan.quantizers[i].value);
        if (value == values.end())
            continue;
        auto quantizer = plan.quantizers[i];
        const auto decider = plan.decider(i);
        quantizer.value = value->second;
        quantizer.sameAs.reset();
        quantizer.parameters = plan.quantizers[decider].parameters;
        const auto known = std::ranges::find(layer.quantizers, decider);
        if (known != layer.quantizers.end()) {
            quantizer.sameAs = std::size_t(known - layer.quantizers.begin());
            quantizer.parameters = {};
        }
        layer.plan.quantizers.push_back(std::move(quantizer));
        layer.quantizers.push_back(decider);
    }
}

} // namespace

std::optional<SingleLayer> singleLayer(const Graph& graph, const QuantPlan& plan, const Node& node)
{
    if (isApart(node))
        return std::nullopt;
    SingleLayer layer{.graph = Graph(node.name), .plan = {}, .quantizers = {}};
    Extraction extraction(graph, layer.graph);
    extraction.add(node);
    auto made = node.outputs[0];
    if (const auto* clamp = clampBehind(graph, plan, node)) {
        extraction.add(*clamp);
        made = clamp->outputs[0];
    }
    layer.graph.addOutput(extraction.values().at(made));
    addQuantizers(plan, extraction.values(), layer);
    if (layer.plan.quantizers.empty())
        return std::nullopt;
    return layer;
}

} // namespace ql::quant
