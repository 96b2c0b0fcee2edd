// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/joined_output.h"
#include "core/analysis/layers/quantized_layers.h"
#include "core/analysis/tune/candidate_evaluator.h"
#include "core/analysis/tune/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace ql::analysis {

std::vector<results::TuneOverride> CandidateEvaluator::scopes() const
{
    const auto all = quantizedLayers();
    std::map<std::string, std::vector<std::string>> members;
    for (const auto* node : all)
        for (const auto& scope : scopesAround(node->scope))
            members[scope].push_back(node->name);
    std::vector<results::TuneOverride> scopes;
    std::set<std::vector<std::string>> seen; // of a scope and the only one in it, the outer comes first
    for (auto& [scope, names] : members)
        if (names.size() > 1 && names.size() < all.size() && seen.insert(names).second)
            scopes.push_back({.layer = scope, .action = "skip", .followers = names, .isScope = true});
    for (const auto output : judgedOutputs())
        addJoined(output, scopes);
    std::ranges::stable_sort(scopes, {}, [](const auto& one) { return one.followers.size(); });
    return scopes;
}

/// All that serves what is joined in @p output with one scale, alone and with what makes the values.
void CandidateEvaluator::addJoined(graph::ValueId output, Overrides& scopes) const
{
    const auto& graph = *m_subject.baseline;
    const auto joined = joinedIn(graph, output);
    if (joined.layers.empty())
        return;
    const auto& name = graph.value(output).name;
    results::TuneOverride way{.layer = fmt::format("what {} joins", name), .action = "skip"};
    way.isScope = true;
    for (const auto layer : joined.layers)
        way.followers.push_back(graph.node(layer).name);
    scopes.push_back(way);
    way.layer = fmt::format("what {} joins, with its makers", name);
    for (const auto maker : joined.makers)
        way.followers.push_back(graph.node(maker).name);
    scopes.push_back(std::move(way));
}

std::vector<graph::ValueId> CandidateEvaluator::judgedOutputs() const
{
    const auto& all = m_subject.baseline->outputs();
    std::vector<graph::ValueId> outputs;
    for (const auto k : m_judged)
        if (const auto output = all[k < all.size() ? k : m_judge->parts()[k - all.size()].output];
            std::ranges::find(outputs, output) == outputs.end())
            outputs.push_back(output);
    return outputs;
}

std::vector<std::vector<std::string>> CandidateEvaluator::tails() const
{
    std::set<graph::NodeId> ids;
    for (const auto* node : quantizedLayers())
        ids.insert(node->id);
    return tailsOf(*m_subject.baseline, judgedOutputs(), ids);
}

} // namespace ql::analysis
