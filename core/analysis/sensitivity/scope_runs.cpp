// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/scope_runs.h"

#include "core/analysis/layers/quantized_layers.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

using results::ErrorBudget;

constexpr std::size_t kMostRuns = 3;

/// The layers with quantizers by the scopes around them, and what these make.
struct Scopes {
    std::map<std::string, std::set<graph::NodeId>> members;
    std::map<std::string, double> noise;
    std::map<std::string, std::size_t> breaking; ///< groups that break the output alone
};

const graph::Node* nodeOf(const graph::Graph& baseline, const SwitchGroup& group,
                          const std::vector<quant::QuantizerPoint>& points)
{
    const auto node = points[group.points.front()].node;
    return node.isValid() ? &baseline.node(node) : nullptr;
}

bool isIn(const graph::Graph& baseline, graph::NodeId node, const std::string& scope)
{
    const auto& path = baseline.node(node).scope;
    return path.starts_with(scope) && (path.size() == scope.size() || path[scope.size()] == '/');
}

/// Whether the point is float when a config skips all of @p scope: neither its maker nor a reader asks for it then.
bool isInside(const graph::Graph& baseline, const quant::QuantizerPoint& point, const std::string& scope)
{
    const bool isInput = !point.node.isValid();
    return (isInput || isIn(baseline, point.node, scope))
           && std::ranges::all_of(point.edges, [&](const quant::Edge& edge) {
                  return edge.node.isValid() ? isIn(baseline, edge.node, scope) : !isInput;
              });
}

ScopeRun runOf(const std::string& scope, const std::set<graph::NodeId>& members, const graph::Graph& baseline,
               const std::vector<quant::QuantizerPoint>& points)
{
    ScopeRun run{scope, {}, {}};
    for (const auto node : members)
        run.layers.push_back(baseline.node(node).name);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (isInside(baseline, points[i], scope))
            run.points.push_back(i);
    return run;
}

} // namespace

std::vector<ScopeRun> scopeRuns(const graph::Graph& baseline, std::span<const SwitchGroup> groups,
                                const std::vector<quant::QuantizerPoint>& points, const std::vector<double>& noise,
                                bool isBroken)
{
    Scopes scopes;
    std::set<graph::NodeId> quantized;
    double sum = 0.0;
    std::size_t breaking = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto* node = nodeOf(baseline, groups[i], points);
        const bool breaks = !std::isfinite(noise[i]);
        const double power = breaks ? 0.0 : noise[i];
        sum += power;
        breaking += breaks ? 1 : 0;
        if (!node)
            continue;
        quantized.insert(node->id);
        for (const auto& scope : scopesAround(node->scope)) {
            scopes.members[scope].insert(node->id);
            scopes.noise[scope] += power;
            scopes.breaking[scope] += breaks ? 1 : 0;
        }
    }
    std::vector<ScopeRun> runs;
    for (const auto& [scope, members] : scopes.members) {
        const bool holdsBreaking = breaking > 0 && scopes.breaking[scope] == breaking;
        const bool isNoisy = sum > 0.0 && scopes.noise[scope] >= ErrorBudget::kExplained * sum;
        const bool mayExplain = holdsBreaking || (isNoisy && !(isBroken && breaking > 0));
        if (members.size() > 1 && members.size() < quantized.size() && mayExplain)
            runs.push_back(runOf(scope, members, baseline, points));
    }
    std::erase_if(runs, [](const ScopeRun& run) { return run.points.empty(); });
    std::ranges::stable_sort(runs, {}, [](const ScopeRun& run) { return -std::ssize(run.scope); }); // inner ones first
    std::ranges::stable_sort(runs, {}, [](const ScopeRun& run) { return run.layers.size(); });
    runs.erase(std::ranges::unique(runs, {}, &ScopeRun::points).begin(), runs.end());
    if (runs.size() > kMostRuns)
        runs.resize(kMostRuns);
    return runs;
}

std::optional<results::ScopeShare> explainingScope(const ErrorBudget& budget, const std::vector<ScopeRun>& runs,
                                                   const std::vector<double>& left, double whole, double signal)
{
    std::set<std::string> blamed;
    for (std::size_t i = 0; i < budget.setSize; ++i)
        blamed.insert(budget.shares[i].opName);
    if (budget.isExplained && blamed.size() < 2)
        return std::nullopt;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool isExplained =
            budget.isBroken ? !std::isnan(left[i]) : left[i] <= (1.0 - ErrorBudget::kExplained) * whole;
        if (isExplained)
            return results::ScopeShare{runs[i].scope, runs[i].layers, sqnrDbOf(signal, left[i]),
                                       budget.isBroken ? kNaN : 1.0 - left[i] / whole};
    }
    return std::nullopt;
}

} // namespace ql::analysis
