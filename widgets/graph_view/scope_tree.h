// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/graph_outline.h"

#include <string>
#include <vector>

namespace ql::widgets {

/// The scopes of a model and the groups in them as a tree, without those that hold one thing only.
struct ScopeTree {
    struct Scope {
        std::string path; ///< "" for the root
        int parent = -1;
        std::vector<int> scopes;
        std::vector<int> nodes;
        std::vector<int> members; ///< every node inside, at any depth
    };

    std::vector<Scope> scopes; ///< the root first, parents before children
    std::vector<int> scopeOfNode;
};

ScopeTree scopeTree(const results::GraphOutline& outline);

} // namespace ql::widgets
