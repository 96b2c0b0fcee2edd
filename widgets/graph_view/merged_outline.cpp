// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/merged_outline.h"

#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace ql::widgets {

namespace {

using Positions = std::unordered_map<std::string, std::size_t>;

Positions positionsOf(const results::GraphOutline& outline)
{
    Positions positions;
    for (std::size_t node = 0; node < outline.nodes.size(); ++node)
        positions.emplace(outline.nodes[node].name, node);
    return positions;
}

/// By node of the analysis model: the baseline's name for it.
std::unordered_map<std::string, std::string> partnersOf(const results::CompareResult& result)
{
    using State = results::LayerRow::State;
    std::unordered_map<std::string, std::string> partners;
    for (const auto& row : result.layers)
        if ((row.state == State::Compared || row.state == State::ShapeMismatch) && !row.analysis.node.empty())
            partners.emplace(row.analysis.node, row.name);
    return partners;
}

/// Layers of either model that are known to have no partner.
std::set<std::string> lonelyLayers(const results::CompareResult& result)
{
    using State = results::LayerRow::State;
    std::set<std::string> lonely;
    for (const auto& row : result.layers)
        if (row.state == State::UnmatchedBaseline || row.state == State::UnmatchedAnalysis)
            lonely.insert(row.name);
    return lonely;
}

} // namespace

results::GraphOutline mergeOutlines(const results::GraphOutline& baseline, const results::GraphOutline& analysis,
                                    const results::CompareResult& result)
{
    results::GraphOutline merged = baseline;
    const Positions known = positionsOf(baseline);
    const auto partners = partnersOf(result);
    const auto lonely = lonelyLayers(result);
    std::vector<std::size_t> place(analysis.nodes.size());
    for (std::size_t node = 0; node < analysis.nodes.size(); ++node) {
        const auto& own = analysis.nodes[node];
        const auto partner = partners.find(own.name);
        auto found = partner == partners.end() ? known.end() : known.find(partner->second);
        // What only moves data has no row in the comparison: its name and type tell.
        if (const auto same = known.find(own.name); found == known.end() && same != known.end()
                                                    && baseline.nodes[same->second].opType == own.opType
                                                    && !lonely.contains(own.name))
            found = same;
        if (found == known.end()) {
            place[node] = merged.nodes.size();
            merged.nodes.push_back(own);
            continue;
        }
        place[node] = found->second;
        auto& joined = merged.nodes[found->second];
        joined.quantDtype = own.quantDtype;
        joined.qscale = own.qscale;
    }
    std::set<std::pair<std::size_t, std::size_t>> drawn;
    for (const auto& edge : merged.edges)
        drawn.emplace(edge.from, edge.to);
    for (const auto& edge : analysis.edges) {
        const std::pair ends{place[edge.from], place[edge.to]};
        if (ends.first != ends.second && drawn.insert(ends).second)
            merged.edges.push_back({ends.first, ends.second});
    }
    return merged;
}

} // namespace ql::widgets
