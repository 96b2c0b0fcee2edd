// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/candidates.h"

#include "core/analysis/tune/set_judge.h"

namespace ql::analysis {

namespace {

constexpr std::size_t kDeepest = 2;

/// Goes back from @p value to the nearest of @p layers on every way.
void addNearest(const graph::Graph& graph, graph::ValueId value, const std::set<graph::NodeId>& layers,
                std::set<graph::ValueId>& seen, std::set<graph::NodeId>& found)
{
    if (!value.isValid() || !seen.insert(value).second)
        return;
    const auto maker = graph.value(value).producer;
    if (!maker.isValid())
        return;
    if (layers.contains(maker)) {
        found.insert(maker);
        return;
    }
    for (const auto input : graph.node(maker).inputs)
        addNearest(graph, input, layers, seen, found);
}

} // namespace

std::vector<std::vector<std::string>> tailsOf(const graph::Graph& graph, const std::vector<graph::ValueId>& outputs,
                                              const std::set<graph::NodeId>& layers)
{
    std::vector<std::vector<std::string>> tails;
    std::set<graph::NodeId> tail;
    auto ends = outputs;
    for (std::size_t depth = 0; depth < kDeepest; ++depth) {
        std::set<graph::ValueId> seen;
        const auto before = tail.size();
        for (const auto end : ends)
            addNearest(graph, end, layers, seen, tail);
        if (tail.size() == before || tail.size() == layers.size())
            break;
        auto& names = tails.emplace_back();
        ends.clear();
        for (const auto id : tail) {
            names.push_back(graph.node(id).name);
            for (const auto input : graph.node(id).inputs)
                ends.push_back(input);
        }
    }
    return tails;
}

std::vector<results::TunePoint> judgedTails(const std::vector<std::vector<std::string>>& tails,
                                            const std::vector<results::TuneOverride>& ranking, const SetJudge& judge)
{
    std::vector<results::TunePoint> points;
    for (const auto& layers : tails) {
        std::vector<results::TuneOverride> overrides;
        for (auto one : ranking)
            if (std::ranges::find(layers, one.layer) != layers.end()) {
                one.action = "skip";
                overrides.push_back(std::move(one));
            }
        const bool isAllowed = judge.mostOverrides == 0 || overrides.size() <= judge.mostOverrides;
        if (overrides.size() != layers.size() || !isAllowed || !judge.hasTime())
            continue;
        if (auto point = judge.judge(std::move(overrides)))
            points.push_back(*std::move(point));
    }
    return points;
}

} // namespace ql::analysis
