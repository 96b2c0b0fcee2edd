// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"

#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace ql::analysis::checks {

namespace {

using Count = std::optional<std::uint64_t>; ///< nothing: not known

/// What of each call is left in the graph, by the number of the call.
struct Left {
    std::vector<bool> nodes;   ///< something of it, or of a call in it
    std::vector<bool> compute; ///< something of its own that computes
};

Left leftIn(const graph::Graph& graph, const graph::ModuleTree& tree)
{
    Left left{std::vector<bool>(tree.calls.size()), std::vector<bool>(tree.calls.size())};
    for (const auto& node : graph.nodes()) {
        const auto own = tree.callOf(node);
        if (own >= 0 && graph::opKind(node) == graph::OpKind::Compute)
            left.compute[std::size_t(own)] = true;
        for (auto call = own; call >= 0 && !left.nodes[std::size_t(call)]; call = tree.calls[std::size_t(call)].caller)
            left.nodes[std::size_t(call)] = true;
    }
    return left;
}

/// How often each call's nodes ran, those of calls within it included.
std::vector<std::uint64_t> ranIn(const graph::ModuleTree& tree, const RunCensus& run)
{
    auto ran = run.calls;
    for (std::size_t i = tree.calls.size(); i-- > 0;)
        if (const auto caller = tree.calls[i].caller; caller >= 0)
            ran[std::size_t(caller)] = std::max(ran[std::size_t(caller)], ran[i]);
    return ran;
}

/// Of PyTorch's FloatFunctional, whose methods are no calls of a module, the one that it calls by each of them; -1 for
/// other modules.
std::vector<std::int32_t> partsOfFunctionals(const graph::ModuleTree& tree)
{
    std::vector<std::int32_t> parts(tree.modules.size(), -1);
    std::map<std::string_view, std::size_t> functionals;
    for (std::size_t i = 0; i < tree.modules.size(); ++i)
        if (tree.modules[i].className.ends_with(".FloatFunctional"))
            functionals.emplace(tree.modules[i].path, i);
    constexpr std::string_view kPart = ".activation_post_process";
    for (std::size_t i = 0; i < tree.modules.size(); ++i) {
        const std::string_view path = tree.modules[i].path;
        if (!path.ends_with(kPart))
            continue;
        const auto owner = functionals.find(path.substr(0, path.size() - kPart.size()));
        if (owner != functionals.end())
            parts[owner->second] = std::int32_t(i);
    }
    return parts;
}

/// A call of which nothing is left in the graph, as a module's that hands on what it gets, is made as its caller says.
std::vector<Count> countCalls(const graph::ModuleTree& tree, const Left& left, const RunCensus* run)
{
    using Frequency = graph::ModuleCall::Frequency;
    const auto ran = run ? ranIn(tree, *run) : std::vector<std::uint64_t>();
    std::vector<Count> counts;
    for (std::size_t i = 0; i < tree.calls.size(); ++i) {
        const auto& call = tree.calls[i];
        if (run && left.nodes[i])
            counts.emplace_back(ran[i]);
        else if (call.frequency == Frequency::Once)
            counts.push_back(call.caller < 0 ? Count(1) : counts[std::size_t(call.caller)]);
        else
            counts.push_back(call.frequency == Frequency::Never ? Count(0) : Count());
    }
    return counts;
}

} // namespace

std::vector<results::ModuleUse> moduleUses(const RuleContext& context)
{
    const auto& tree = context.model.modules;
    if (!tree)
        return {};
    const auto left = leftIn(context.graph, *tree);
    const auto counts = countCalls(*tree, left, context.evidence.run);
    std::vector<Count> uses(tree->modules.size(), tree->isComplete ? Count(0) : Count());
    std::vector<bool> computes(tree->modules.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        auto& sum = uses[std::size_t(tree->calls[i].module)];
        sum = sum && counts[i] ? Count(*sum + *counts[i]) : Count();
        computes[std::size_t(tree->calls[i].module)] = computes[std::size_t(tree->calls[i].module)] || left.compute[i];
    }
    const auto parts = partsOfFunctionals(*tree);
    std::vector<results::ModuleUse> rows;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const auto& module = tree->modules[i];
        if (parts[i] >= 0)
            rows.push_back({module.path, module.className, uses[std::size_t(parts[i])]});
        if (parts[i] >= 0 || std::ranges::find(parts, std::int32_t(i)) != parts.end())
            continue;
        const bool isOperator = module.hasParameters || module.isLeaf || computes[i];
        const bool isOnlyRead = module.isRead && uses[i] == Count(0);
        if (isOperator && !isOnlyRead && !module.isObserving && !module.path.empty())
            rows.push_back({module.path, module.className, uses[i]});
    }
    return rows;
}

} // namespace ql::analysis::checks
