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
    /// Those of TreeEnsemble, whose branches and leaves are numbered apart.
    /// https://onnx.ai/onnx/operators/onnx_aionnxml_TreeEnsemble.html @throws as the constructor
    static DecisionTrees numbered(const graph::Node& node);

    std::size_t count() const { return m_roots.size(); }
    /// How many features a row must have.
    std::int64_t featureCount() const { return m_featureCount; }
    const std::vector<Vote>& votes() const { return m_votes; }
    /// What tree @p tree says of a row. A missing value (NaN) goes where the node sends it.
    std::span<const Vote> votesOf(std::size_t tree, const double* row) const;

private:
    DecisionTrees() = default;

    enum class Mode { AtMost, Below, AtLeast, Above, Equal, Unequal, Member, Leaf };
    struct Branch {
        Mode mode = Mode::Leaf;
        std::size_t feature = 0;
        double threshold = 0.0;
        bool takesMissing = false; ///< a missing value counts as true
        std::size_t whenTrue = 0;
        std::size_t whenFalse = 0;
        std::size_t first = 0; ///< of a leaf's votes, or of the values that a member equals one of
        std::size_t count = 0;
    };

    static Mode modeOf(const std::string& word);
    bool holds(const Branch& branch, double value) const;
    void readNumbered(const graph::Node& node);
    void readMembers(const graph::Node& node);
    void readLeaves(const graph::Node& node);
    void readBranches(const graph::Node& node);
    void findRoots(const std::vector<std::int64_t>& trees, const std::vector<std::int64_t>& ids,
                   const std::vector<bool>& hasParent);
    void requireNoCircle(std::size_t root, std::vector<std::uint8_t>& states) const;
    void readVotes(const graph::Node& node, const std::string& prefix);

    std::vector<Branch> m_branches;
    std::vector<std::size_t> m_roots; ///< in m_branches, tree by tree
    std::vector<Vote> m_votes;        ///< leaf by leaf
    std::vector<double> m_members;    ///< set by set
    std::int64_t m_featureCount = 0;
};

} // namespace ql::ops
