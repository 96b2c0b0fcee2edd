// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <memory>

namespace ql::graph {

/// Fills in the element types and shapes of a graph's values that its file doesn't declare, as far as its inputs'
/// declarations and its constants tell; what is declared stays. A node that breaks its operator's rules, and every
/// operator without a rule (core/graph/shape_rules), leaves its outputs unknown: running it will say more.
class ShapeInference {
public:
    /// @p graph must outlive this.
    explicit ShapeInference(Graph& graph);
    ~ShapeInference();

    /// What node @p id gives, from what is known by now about what it reads. Its bodies are left alone: whoever reads
    /// them from a file infers them then.
    void infer(NodeId id);

private:
    struct Known;

    Graph& m_graph;
    std::unique_ptr<Known> m_known;
};

/// All nodes of @p graph, each after those it reads.
void inferShapes(Graph& graph);

} // namespace ql::graph
