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
{
    const LayerNames names(config);
    for (const auto id : configurableNodes(graph)) {
        const auto& node = graph.node(id);
        m_positions[id] = layers.size();
        const bool isCompute = graph::opKind(node) == graph::OpKind::Compute;
        layers.push_back({&node, names.nameOf(node), isCompute, names.resolve(node), dataInputs(graph, node),
                          !weightInputs(graph, node).empty()});
    }
}

std::string ConstraintContext::wishOf(const LayerFact& layer, graph::ValueId value)
{
    if (!layer.resolved.isQuantized)
        return "float";
    const auto found = std::find(layer.inputs.begin(), layer.inputs.end(), value);
    const auto settings = layer.resolved.input(std::size_t(found - layer.inputs.begin()));
    if (settings.floatType)
        return *settings.floatType;
    auto wish = fmt::format("int{}", settings.bits.value_or(8));
    if (settings.isSymmetric)
        wish += *settings.isSymmetric ? " symmetric" : " affine";
    if (settings.fixed)
        wish += fmt::format(" scale {} offset {}", fmt::join(settings.fixed->scales, ","),
                            fmt::join(settings.fixed->offsets, ","));
    return wish;
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

results::ConfigFinding ruleError(std::string rule, std::vector<std::string> layers, std::string message,
                                 std::string advice, SourcePosition position)
{
    results::ConfigFinding finding;
    finding.severity = results::Advice::Severity::Error;
    finding.rule = std::move(rule);
    finding.layer = layers.empty() ? std::string() : layers.front();
    finding.message = std::move(message);
    finding.advice = std::move(advice);
    finding.line = position.line;
    finding.column = position.column;
    finding.layers = std::move(layers);
    return finding;
}

} // namespace ql::config
