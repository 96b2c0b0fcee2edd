// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/merged_outline.h"

#include <set>
#include <utility>
#include <vector>

namespace ql::widgets {

results::GraphOutline mergeOutlines(const results::GraphPair& pair)
{
    results::GraphOutline merged = pair.baseline;
    std::vector<std::size_t> place(pair.analysis.nodes.size());
    for (std::size_t node = 0; node < pair.analysis.nodes.size(); ++node) {
        const auto& own = pair.analysis.nodes[node];
        if (!pair.partners[node]) {
            place[node] = merged.nodes.size();
            merged.nodes.push_back(own);
            merged.nodes.back().isOnlyInAnalysis = true;
            continue;
        }
        place[node] = *pair.partners[node];
        auto& joined = merged.nodes[place[node]];
        joined.quantDtype = own.quantDtype;
        joined.qscale = own.qscale;
    }
    std::set<std::pair<std::size_t, std::size_t>> drawn;
    for (const auto& edge : merged.edges)
        drawn.emplace(edge.from, edge.to);
    for (const auto& edge : pair.analysis.edges) {
        const std::pair ends{place[edge.from], place[edge.to]};
        if (ends.first != ends.second && drawn.insert(ends).second)
            merged.edges.push_back({ends.first, ends.second});
    }
    return merged;
}

} // namespace ql::widgets
