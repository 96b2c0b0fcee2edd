// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ql::ops {

/// The trees of an ensemble as attributes nodes_* describe them, and the votes at their leaves.
/// https://onnx.ai/onnx/operators/onnx_aionnxml_TreeEnsembleRegressor.html
class DecisionTrees {
public:
    struct Vote {
        std::int64_t target = 0;
        double weight = 0.0;
    };

    /// @p prefix of the votes' attributes: "target_" or "class_".
    /// @throws Error (InvalidNode) for attributes of other lengths, a tree without one root, a child that is no node of
    /// its tree or one of its own ancestors
    DecisionTrees(const graph::Node& node, const std::string& prefix);

    std::size_t count() const { return m_roots.size(); }
    /// How many features a row must have.
    std::int64_t featureCount() const { return m_featureCount; }
    const std::vector<Vote>& votes() const { return m_votes; }
    /// What tree @p tree says of a row. A missing value (NaN) goes where the node sends it.
    std::span<const Vote> votesOf(std::size_t tree, const double* row) const;

private:
    enum class Mode { Leaf, AtMost, Below, AtLeast, Above, Equal, Unequal };
    struct Branch {
        Mode mode = Mode::Leaf;
        std::size_t feature = 0;
        double threshold = 0.0;
        bool takesMissing = false; ///< a missing value counts as true
        std::size_t whenTrue = 0;
        std::size_t whenFalse = 0;
        std::size_t firstVote = 0;
        std::size_t voteCount = 0;
    };

    static Mode modeOf(const std::string& word);
    static bool holds(const Branch& branch, double value);
    void readBranches(const graph::Node& node);
    void findRoots(const std::vector<std::int64_t>& trees, const std::vector<std::int64_t>& ids,
                   const std::vector<bool>& hasParent);
    void requireNoCircle(std::size_t root, std::vector<std::uint8_t>& states) const;
    void readVotes(const graph::Node& node, const std::string& prefix);

    std::vector<Branch> m_branches;
    std::vector<std::size_t> m_roots; ///< in m_branches, tree by tree
    std::vector<Vote> m_votes;        ///< leaf by leaf
    std::int64_t m_featureCount = 0;
};

} // namespace ql::ops
