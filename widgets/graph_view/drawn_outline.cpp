// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_source.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ql::widgets {

namespace {

/// A layer's name, and whether only the analysis model has it: each model may use the name for something else.
using Place = std::pair<bool, std::string>;

/// The layers of each run in execution order, by the name of its last. A run of the analysis model goes by the
/// baseline's layer that computes it at once.
std::map<Place, std::vector<std::size_t>> runsOf(const results::GraphOutline& outline,
                                                 const results::CompareResult& result)
{
    std::map<Place, Place> lastOf;
    for (const auto& row : result.layers)
        if (row.state == results::LayerRow::State::Fused) {
            const Place last{false, row.fusedInto};
            lastOf[{results::isOnlyInAnalysis(row), row.name}] = last;
            lastOf[last] = last;
        }
    std::map<Place, std::vector<std::size_t>> runs;
    for (std::size_t node = 0; node < outline.nodes.size(); ++node) {
        const auto last = lastOf.find({outline.nodes[node].isOnlyInAnalysis, outline.nodes[node].name});
        if (last != lastOf.end())
            runs[last->second].push_back(node);
    }
    return runs;
}

/// What stands behind the last slash: Conv of /block1/depthwise/Conv.
std::string lastPart(const std::string& name)
{
    return name.substr(name.rfind('/') + 1);
}

bool shareScope(const results::GraphOutline& outline, const std::vector<std::size_t>& run)
{
    for (const std::size_t node : run)
        if (outline.nodes[node].scope != outline.nodes[run.front()].scope)
            return false;
    return run.size() > 1;
}

} // namespace

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

results::GraphOutline withFusedGroups(results::GraphOutline outline, const results::CompareResult& result)
{
    std::set<std::string> taken;
    for (const auto& [last, run] : runsOf(outline, result)) {
        if (!shareScope(outline, run))
            continue;
        const std::string plain = lastPart(outline.nodes[run.front()].name) + " + " + lastPart(last.second);
        std::string label = plain;
        for (int again = 2; !taken.insert(outline.nodes[run.front()].scope + '/' + label).second; ++again)
            label = plain + " (" + std::to_string(again) + ')';
        for (const std::size_t node : run)
            outline.nodes[node].group = label;
    }
    return outline;
}

std::string fusedKey(const results::CompareResult& result)
{
    std::string key;
    for (const auto& row : result.layers)
        if (row.state == results::LayerRow::State::Fused)
            key += row.name + '\n' + row.fusedInto + '\n';
    return key;
}

} // namespace ql::widgets
