// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/decision_trees.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace ql::ops {

namespace {

using Ids = std::vector<std::int64_t>;
/// By tree and node id.
using Places = std::map<std::pair<std::int64_t, std::int64_t>, std::size_t>;

void expectLength(std::size_t found, std::size_t expected, const std::string& attribute)
{
    if (found != expected)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} has {} entries, expected {}", attribute, found, expected));
}

Ids idsOf(const graph::Node& node, const std::string& attribute, std::size_t count)
{
    auto ids = node.attributes.intsOr(attribute, {});
    expectLength(ids.size(), count, attribute);
    return ids;
}

/// Of attribute @p name, or of name_as_tensor, which may be double.
std::vector<double> numbersOf(const graph::Node& node, const std::string& name, std::size_t count)
{
    const auto tensor = name + "_as_tensor";
    auto numbers = node.attributes.has(tensor) ? node.attributes.requiredTensor(tensor).toDoubles()
                                               : node.attributes.floatsOr(name, {});
    expectLength(numbers.size(), count, node.attributes.has(tensor) ? tensor : name);
    return numbers;
}

Places placesOf(const Ids& trees, const Ids& nodes)
{
    Places places;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!places.emplace(std::pair(trees[i], nodes[i]), i).second)
            throw Error(ErrorCode::InvalidNode, Message("node {} of tree {} is there twice", nodes[i], trees[i]));
    return places;
}

std::size_t childOf(const Places& places, std::int64_t tree, std::int64_t node, std::int64_t child)
{
    const auto found = places.find({tree, child});
    if (found == places.end())
        throw Error(ErrorCode::InvalidNode,
                    Message("node {} of tree {} has child {}, which is no node of that tree", node, tree, child));
    return found->second;
}

} // namespace

DecisionTrees::Mode DecisionTrees::modeOf(const std::string& word)
{
    using enum Mode;
    static constexpr std::array kModes{std::pair("LEAF", Leaf),         std::pair("BRANCH_LEQ", AtMost),
                                       std::pair("BRANCH_LT", Below),   std::pair("BRANCH_GTE", AtLeast),
                                       std::pair("BRANCH_GT", Above),   std::pair("BRANCH_EQ", Equal),
                                       std::pair("BRANCH_NEQ", Unequal)};
    for (const auto& [name, mode] : kModes)
        if (word == name)
            return mode;
    throw Error(ErrorCode::InvalidNode,
                Message("attribute nodes_modes has an entry of \"{}\", which is no kind of node", word));
}

bool DecisionTrees::holds(const Branch& branch, double value) const
{
    if (branch.takesMissing && std::isnan(value))
        return true;
    switch (branch.mode) {
    case Mode::AtMost: return value <= branch.threshold;
    case Mode::Below: return value < branch.threshold;
    case Mode::AtLeast: return value >= branch.threshold;
    case Mode::Above: return value > branch.threshold;
    case Mode::Equal: return value == branch.threshold;
    case Mode::Unequal: return value != branch.threshold;
    case Mode::Member: return std::ranges::count(std::span(m_members).subspan(branch.first, branch.count), value) > 0;
    case Mode::Leaf: break;
    }
    return false;
}

DecisionTrees::DecisionTrees(const graph::Node& node, const std::string& prefix)
{
    readBranches(node);
    readVotes(node, prefix);
}

void DecisionTrees::readBranches(const graph::Node& node)
{
    const auto modes = node.attributes.stringsOr("nodes_modes", {});
    const auto count = modes.size();
    if (count == 0)
        throw Error(ErrorCode::InvalidNode, "attribute nodes_modes is missing: there are no trees");
    const auto trees = idsOf(node, "nodes_treeids", count);
    const auto ids = idsOf(node, "nodes_nodeids", count);
    const auto features = idsOf(node, "nodes_featureids", count);
    const auto whenTrue = idsOf(node, "nodes_truenodeids", count);
    const auto whenFalse = idsOf(node, "nodes_falsenodeids", count);
    const auto thresholds = numbersOf(node, "nodes_values", count);
    const bool sendsMissing = !node.attributes.intsOr("nodes_missing_value_tracks_true", {}).empty();
    const auto missing = sendsMissing ? idsOf(node, "nodes_missing_value_tracks_true", count) : Ids(count, 0);
    const auto places = placesOf(trees, ids);
    std::vector<bool> hasParent(count, false);
    for (std::size_t i = 0; i < count; ++i) {
        Branch branch{.mode = modeOf(modes[i]), .threshold = thresholds[i], .takesMissing = missing[i] != 0};
        if (branch.mode != Mode::Leaf) {
            if (features[i] < 0)
                throw Error(ErrorCode::InvalidNode,
                            Message("node {} of tree {} asks for feature {}", ids[i], trees[i], features[i]));
            branch.feature = static_cast<std::size_t>(features[i]);
            m_featureCount = std::max(m_featureCount, features[i] + 1);
            branch.whenTrue = childOf(places, trees[i], ids[i], whenTrue[i]);
            branch.whenFalse = childOf(places, trees[i], ids[i], whenFalse[i]);
            hasParent[branch.whenTrue] = hasParent[branch.whenFalse] = true;
        }
        m_branches.push_back(branch);
    }
    findRoots(trees, ids, hasParent);
}

void DecisionTrees::findRoots(const std::vector<std::int64_t>& trees, const std::vector<std::int64_t>& ids,
                              const std::vector<bool>& hasParent)
{
    std::map<std::int64_t, std::size_t> roots;
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < trees.size(); ++i) {
        if (std::ranges::find(order.rbegin(), order.rend(), trees[i]) == order.rend())
            order.push_back(trees[i]);
        if (!hasParent[i] && !roots.emplace(trees[i], i).second)
            throw Error(ErrorCode::InvalidNode, Message("tree {} has more than one root", trees[i]));
    }
    std::vector<std::uint8_t> states(trees.size(), 0);
    for (const auto tree : order) {
        const auto root = roots.find(tree);
        if (root == roots.end())
            throw Error(ErrorCode::InvalidNode,
                        Message("tree {} has no root: its nodes lead back to themselves", tree));
        requireNoCircle(root->second, states);
        m_roots.push_back(root->second);
    }
    if (const auto lost = std::ranges::find(states, std::uint8_t(0)); lost != states.end()) {
        const auto i = static_cast<std::size_t>(lost - states.begin());
        throw Error(ErrorCode::InvalidNode,
                    Message("node {} of tree {} can't be reached from its root", ids[i], trees[i]));
    }
}

/// Depth first; a node that is met again before all below it was seen is its own ancestor.
void DecisionTrees::requireNoCircle(std::size_t root, std::vector<std::uint8_t>& states) const
{
    enum : std::uint8_t { Unseen, Open, Done };
    std::vector<std::size_t> path{root};
    while (!path.empty()) {
        const auto at = path.back();
        const auto& branch = m_branches[at];
        if (states[at] != Unseen || branch.mode == Mode::Leaf) {
            states[at] = Done;
            path.pop_back();
            continue;
        }
        states[at] = Open;
        for (const auto child : {branch.whenTrue, branch.whenFalse}) {
            if (states[child] == Open)
                throw Error(ErrorCode::InvalidNode, "a node of a tree is its own ancestor");
            if (states[child] == Unseen)
                path.push_back(child);
        }
    }
}

void DecisionTrees::readVotes(const graph::Node& node, const std::string& prefix)
{
    const auto targets = node.attributes.intsOr(prefix + "ids", {});
    const auto count = targets.size();
    const auto trees = idsOf(node, prefix + "treeids", count);
    const auto nodes = idsOf(node, prefix + "nodeids", count);
    const auto weights = numbersOf(node, prefix + "weights", count);
    const auto places =
        placesOf(node.attributes.intsOr("nodes_treeids", {}), node.attributes.intsOr("nodes_nodeids", {}));
    std::vector<std::size_t> leaves;
    for (std::size_t i = 0; i < count; ++i) {
        const auto found = places.find({trees[i], nodes[i]});
        if (found == places.end())
            throw Error(ErrorCode::InvalidNode, Message("attributes {}* vote for node {} of tree {}, which isn't there",
                                                        prefix, nodes[i], trees[i]));
        if (targets[i] < 0)
            throw Error(ErrorCode::InvalidNode, Message("attribute {}ids has an entry of {}", prefix, targets[i]));
        leaves.push_back(found->second);
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&leaves](std::size_t i) { return leaves[i]; });
    for (const auto i : order) {
        auto& leaf = m_branches[leaves[i]];
        if (leaf.count++ == 0)
            leaf.first = m_votes.size();
        m_votes.push_back({targets[i], weights[i]});
    }
}

std::span<const DecisionTrees::Vote> DecisionTrees::votesOf(std::size_t tree, const double* row) const
{
    const auto* branch = &m_branches[m_roots[tree]];
    while (branch->mode != Mode::Leaf)
        branch = &m_branches[holds(*branch, row[branch->feature]) ? branch->whenTrue : branch->whenFalse];
    return std::span(m_votes).subspan(branch->first, branch->count);
}

} // namespace ql::ops
