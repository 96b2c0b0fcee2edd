// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::config {

/// By value of a graph, whether it hangs on what the graph is given, and not on shapes and constants alone: an export
/// works out shapes by operators that nobody called. The graph must outlive it.
class DataFlow {
public:
    explicit DataFlow(const graph::Graph& graph);

    bool isData(graph::ValueId value) const { return value.isValid() && m_isData[value.position()]; }
    /// Whether @p node gives any.
    bool isData(const graph::Node& node) const;
    /// Whether a program may have called @p node on sizes, "x.size(0) * 2". Those around a Div belong to what an export
    /// wrote out (chunk): a program's own division of sizes is whole, and a Cast follows it.
    bool isCalledOnSizes(const graph::Node& node) const;

private:
    const graph::Graph& m_graph;
    std::vector<bool> m_isData;
};

} // namespace ql::config
