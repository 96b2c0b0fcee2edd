// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/unsupported_nodes.h"

#include "core/base/error.h"
#include "core/graph/ir/bodies.h"
#include "core/ops/support/kernel_errors.h"

namespace ql::runs {

namespace {

/// Why @p node can't run, or nothing. With @p binds its attributes count, too.
Message reasonAgainst(const graph::Node& node, const ops::Registry& registry, bool binds)
{
    const auto* definition = registry.find(node);
    if (!definition)
        return registry.reasonAgainst(node);
    if (!binds)
        return {};
    try {
        ops::translated([&] { return definition->bind(node); }, ops::refusedAttributes);
        return {};
    } catch (const Error& error) {
        return error.message();
    }
}

void collectUnsupported(const graph::Graph& graph, const ops::Registry& registry, bool binds,
                        std::vector<UnsupportedNode>& found)
{
    for (const auto& node : graph.nodes()) {
        if (auto reason = reasonAgainst(node, registry, binds); !reason.empty())
            found.push_back(
                {node.name, node.opType, node.domain.empty() ? "ai.onnx" : node.domain, node.opset, std::move(reason)});
        graph::forEachBody(node, [&](const std::string&, const graph::Graph& body) {
            collectUnsupported(body, registry, binds, found);
        });
    }
}

} // namespace

std::vector<UnsupportedNode> unsupportedNodes(const graph::Graph& graph, const ops::Registry& registry)
{
    std::vector<UnsupportedNode> found;
    collectUnsupported(graph, registry, true, found);
    return found;
}

void requireSupported(const graph::Graph& graph, const ops::Registry& registry)
{
    std::vector<UnsupportedNode> missing;
    collectUnsupported(graph, registry, false, missing);
    if (missing.empty())
        return;
    const auto& first = missing.front();
    const auto others = missing.size() == 1 ? Message() : Message(" and {} more nodes", missing.size() - 1);
    throw Error(ErrorCode::UnsupportedOperator,
                Message("operator {} of domain {} (opset {}) is not supported, used by node {}{}", first.opType,
                        first.domain, first.opset, first.node, others),
                ops::remedyForUnsupported(first.domain, first.opType, first.node));
}

} // namespace ql::runs
