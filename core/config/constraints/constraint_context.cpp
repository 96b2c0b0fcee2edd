// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"

#include "core/graph/operators/op_kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::config {

ConstraintContext::ConstraintContext(const QuantConfig& asked, const graph::Graph& model)
    : config(asked)
    , graph(model)
    , names(config, graph)
{
    for (const auto id : configurableNodes(graph)) {
        const auto& node = graph.node(id);
        m_positions[id] = layers.size();
        const bool isCompute = graph::opKind(node) == graph::OpKind::Compute;
        layers.push_back({&node, names.nameOf(node), isCompute, names.resolve(node), dataInputs(graph, node),
                          !weightInputs(graph, node).empty()});
    }
}

Message ConstraintContext::requestOf(const LayerFact& layer, graph::ValueId value)
{
    if (!layer.resolved.isQuantized)
        return Message::text("float");
    const auto found = std::find(layer.inputs.begin(), layer.inputs.end(), value);
    const auto settings = layer.resolved.input(std::size_t(found - layer.inputs.begin()));
    if (settings.floatType)
        return Message::text(*settings.floatType);
    if (settings.numberFormat)
        return Message::text(*settings.numberFormat);
    Message symmetry;
    if (settings.isSymmetric)
        symmetry = *settings.isSymmetric ? Message(" symmetric") : Message(" affine");
    Message fixed;
    if (settings.fixed)
        fixed = Message(" scale {} offset {}", fmt::join(settings.fixed->scales, ","),
                        fmt::join(settings.fixed->offsets, ","));
    return Message("int{}{}{}", settings.bits.value_or(8), symmetry, fixed);
}

const LayerFact* ConstraintContext::of(graph::NodeId node) const
{
    const auto found = m_positions.find(node);
    return found == m_positions.end() ? nullptr : &layers[found->second];
}

std::vector<const LayerFact*> ConstraintContext::readersOf(graph::ValueId value) const
{
    std::vector<const LayerFact*> readers;
    for (const auto consumer : graph.value(value).consumers)
        if (const auto* layer = of(consumer);
            layer && std::find(layer->inputs.begin(), layer->inputs.end(), value) != layer->inputs.end())
            readers.push_back(layer);
    return readers;
}

results::Diagnostic ruleError(std::string rule, std::vector<std::string> layers, Message message, Message remedy,
                              SourcePosition position)
{
    results::Diagnostic finding;
    finding.severity = results::Severity::Error;
    finding.rule = std::move(rule);
    finding.subject = layers.empty() ? std::string() : layers.front();
    finding.message = std::move(message);
    finding.remedy = std::move(remedy);
    finding.line = position.line;
    finding.column = position.column;
    finding.layers = std::move(layers);
    return finding;
}

} // namespace ql::config
