// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/graph/ir/graph.h"
#include "core/runtime/executor.h"
#include "core/runtime/node_work.h"

#include <utility>

namespace ql::runtime {

/// A node of a program: its kernel, and the programs of the graphs in its attributes.
struct BoundNode {
    graph::NodeId id;
    ops::Kernel kernel;
    NodeWork work;
    std::vector<std::pair<std::string, Program>> bodies; ///< by attribute name
    std::vector<graph::ValueId> dying;                   ///< values nobody reads after this node
};

struct Program::Private {
    const graph::Graph* graph = nullptr;
    std::vector<graph::NodeId> order;
    std::vector<std::size_t> positions; ///< by node id
    std::vector<BoundNode> nodes;       ///< in order
    std::vector<Tensor> constants;      ///< by value id; undefined for the others
};

/// Runs @p body and adds the node's description to any Error that leaves it. The description is made only then: nodes
/// are many, errors few.
template <typename Body>
decltype(auto) inContextOf(const graph::Node& node, Body&& body)
{
    try {
        return std::forward<Body>(body)();
    } catch (Error& error) {
        error.addContext(node.description());
        throw;
    }
}

} // namespace ql::runtime
