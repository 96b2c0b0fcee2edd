// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/ml/decision_trees.h"

#include <algorithm>
#include <cmath>

namespace ql::ops {

namespace {

using Numbers = std::vector<std::int64_t>;

void expectEntries(std::size_t found, std::size_t expected, const char* attribute)
{
    if (found != expected)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} has {} entries, expected {}", attribute, found, expected));
}

Numbers listFrom(const graph::Node& node, const char* attribute, std::size_t count)
{
    auto numbers = node.attributes.intsOr(attribute, {});
    expectEntries(numbers.size(), count, attribute);
    return numbers;
}

/// Entry @p i of @p attribute, a number below @p end.
std::size_t indexFrom(const Numbers& numbers, std::size_t i, const char* attribute, std::size_t end)
{
    const auto number = numbers[i];
    if (number < 0 || static_cast<std::size_t>(number) >= end)
        throw Error(ErrorCode::InvalidNode, Message("entry {} of attribute {} is {}, expected 0 to {}", i, attribute,
                                                    number, static_cast<std::int64_t>(end) - 1));
    return static_cast<std::size_t>(number);
}

} // namespace

DecisionTrees DecisionTrees::numbered(const graph::Node& node)
{
    DecisionTrees trees;
    trees.readNumbered(node);
    trees.readMembers(node);
    trees.readLeaves(node);
    const auto roots = node.attributes.intsOr("tree_roots", {});
    if (roots.empty())
        throw Error(ErrorCode::InvalidNode, "attribute tree_roots is missing: there are no trees");
    const auto branches = node.attributes.intsOr("nodes_featureids", {}).size();
    std::vector<std::uint8_t> states(trees.m_branches.size(), 0);
    for (std::size_t i = 0; i < roots.size(); ++i) {
        trees.m_roots.push_back(indexFrom(roots, i, "tree_roots", branches));
        trees.requireNoCircle(trees.m_roots.back(), states);
    }
    return trees;
}

/// Branches come first, leaves behind them.
void DecisionTrees::readNumbered(const graph::Node& node)
{
    const auto features = node.attributes.intsOr("nodes_featureids", {});
    const auto count = features.size();
    const auto leaves = node.attributes.intsOr("leaf_targetids", {}).size();
    const auto modes = node.attributes.requiredTensor("nodes_modes").toInts();
    const auto splits = node.attributes.requiredTensor("nodes_splits").toDoubles();
    expectEntries(modes.size(), count, "nodes_modes");
    expectEntries(splits.size(), count, "nodes_splits");
    const auto whenTrue = listFrom(node, "nodes_truenodeids", count);
    const auto whenFalse = listFrom(node, "nodes_falsenodeids", count);
    const auto isTrueLeaf = listFrom(node, "nodes_trueleafs", count);
    const auto isFalseLeaf = listFrom(node, "nodes_falseleafs", count);
    const bool sendsMissing = !node.attributes.intsOr("nodes_missing_value_tracks_true", {}).empty();
    const auto missing = sendsMissing ? listFrom(node, "nodes_missing_value_tracks_true", count) : Numbers(count, 0);
    const auto child = [&](const Numbers& ids, const Numbers& areLeaves, std::size_t i, const char* attribute) {
        return areLeaves[i] != 0 ? count + indexFrom(ids, i, attribute, leaves) : indexFrom(ids, i, attribute, count);
    };
    for (std::size_t i = 0; i < count; ++i) {
        Branch branch{.mode = static_cast<Mode>(indexFrom(modes, i, "nodes_modes", std::size_t(Mode::Leaf))),
                      .threshold = splits[i],
                      .takesMissing = missing[i] != 0};
        branch.feature = indexFrom(features, i, "nodes_featureids", std::size_t(1) << 31);
        m_featureCount = std::max(m_featureCount, features[i] + 1);
        branch.whenTrue = child(whenTrue, isTrueLeaf, i, "nodes_truenodeids");
        branch.whenFalse = child(whenFalse, isFalseLeaf, i, "nodes_falsenodeids");
        m_branches.push_back(branch);
    }
}

/// One set for each branch that asks for a member, in order, NaN between two sets.
void DecisionTrees::readMembers(const graph::Node& node)
{
    const auto values = node.attributes.has("membership_values")
                            ? node.attributes.requiredTensor("membership_values").toDoubles()
                            : std::vector<double>();
    std::size_t at = 0;
    for (auto& branch : m_branches) {
        if (branch.mode != Mode::Member)
            continue;
        branch.first = m_members.size();
        for (; at < values.size() && !std::isnan(values[at]); ++at)
            m_members.push_back(values[at]);
        branch.count = m_members.size() - branch.first;
        if (branch.count == 0)
            throw Error(ErrorCode::InvalidNode, "attribute membership_values has fewer sets than branches ask for");
        ++at;
    }
}

void DecisionTrees::readLeaves(const graph::Node& node)
{
    const auto targets = node.attributes.intsOr("leaf_targetids", {});
    const auto weights = node.attributes.requiredTensor("leaf_weights").toDoubles();
    expectEntries(weights.size(), targets.size(), "leaf_weights");
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (targets[i] < 0)
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute {}ids has an entry of {}", "leaf_target", targets[i]));
        m_branches.push_back({.mode = Mode::Leaf, .first = i, .count = 1});
        m_votes.push_back({targets[i], weights[i]});
    }
}

} // namespace ql::ops
