// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/quantized_layers.h"

#include "core/graph/operators/op_kind.h"

namespace ql::analysis {

std::vector<const graph::Node*> quantizedLayers(const graph::Graph& graph, const quant::QuantSettings& settings)
{
    std::vector<const graph::Node*> layers;
    for (const auto& node : graph.nodes())
        if (settings.isQuantized(node) && graph::opKind(node) == graph::OpKind::Compute)
            layers.push_back(&node);
    return layers;
}

std::vector<std::string> scopesAround(const std::string& scope)
{
    std::vector<std::string> scopes;
    for (auto end = scope.size(); end > 0 && end != std::string::npos; end = scope.rfind('/', end - 1))
        scopes.push_back(scope.substr(0, end));
    return scopes;
}

} // namespace ql::analysis
