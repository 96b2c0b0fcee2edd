// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/candidate_evaluator.h"
#include "core/analysis/tune/candidates.h"

#include <algorithm>
#include <map>
#include <set>

namespace ql::analysis {

std::vector<results::TuneOverride> CandidateEvaluator::scopes() const
{
    const auto all = quantizedLayers();
    std::map<std::string, std::vector<std::string>> members;
    for (const auto* node : all)
        for (auto end = node->scope.size(); end > 0 && end != std::string::npos; end = node->scope.rfind('/', end - 1))
            members[node->scope.substr(0, end)].push_back(node->name);
    std::vector<results::TuneOverride> scopes;
    std::set<std::vector<std::string>> seen; // of a scope and the only one in it, the outer comes first
    for (auto& [scope, names] : members)
        if (names.size() > 1 && names.size() < all.size() && seen.insert(names).second)
            scopes.push_back({.layer = scope, .action = "skip", .followers = names, .isScope = true});
    std::ranges::stable_sort(scopes, {}, [](const auto& one) { return one.followers.size(); });
    return scopes;
}

std::vector<std::vector<std::string>> CandidateEvaluator::tails() const
{
    const auto& graph = *m_subject.baseline;
    std::vector<graph::ValueId> outputs;
    for (const auto k : m_judged)
        if (k < graph.outputs().size())
            outputs.push_back(graph.outputs()[k]);
    std::set<graph::NodeId> ids;
    for (const auto* node : quantizedLayers())
        ids.insert(node->id);
    return tailsOf(graph, outputs, ids);
}

} // namespace ql::analysis
