// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/twin_baseline.h"

#include "core/analysis/matching/node_partners.h"
#include "core/analysis/simulation/simulation.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/preparation/float_preparation.h"

#include <algorithm>
#include <set>

namespace ql::analysis {

namespace {

using graph::Graph;

bool isNormalization(const graph::Node& node)
{
    return graph::traitsOf(node).foldsIntoConvolution;
}

/// Of those that can be folded, a quantized model keeps what has a partner in it.
void findFolding(const Graph& analysis, TwinBaseline& baseline)
{
    const auto& graph = baseline.graph;
    if (std::ranges::none_of(graph.nodes(), isNormalization))
        return;
    std::set<graph::NodeId> kept;
    for (const auto& [own, partner] : modelPartners(graph, analysis).nodes)
        if (isNormalization(analysis.node(own)))
            kept.insert(partner);
    const auto folded = quant::foldBatchNorm(graph);
    for (const auto& node : graph.nodes())
        if (!isNormalization(node) || folded.findNode(node.name))
            continue;
        else if (kept.contains(node.id))
            baseline.kept.push_back(graph.node(graph.value(node.inputs[0]).producer).name);
        else
            baseline.foldsAny = true;
}

} // namespace

TwinBaseline twinBaseline(const Graph& analysis, const std::string& path, const JobContext& ctx)
{
    std::vector<std::string> ignored;
    TwinBaseline baseline{readQuantizable(path, ignored, ctx.stopToken()).graph};
    if (auto folded = quant::foldWeights(baseline.graph))
        baseline.graph = std::move(*folded);
    findFolding(analysis, baseline);
    if (baseline.foldsAny)
        baseline.graph = quant::foldBatchNorm(baseline.graph, baseline.kept);
    return baseline;
}

} // namespace ql::analysis
