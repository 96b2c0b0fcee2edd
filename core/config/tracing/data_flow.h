// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::config {

/// What the values of a graph, which must outlive it, hang on: an export works out shapes by operators that nobody
/// called.
class DataFlow {
public:
    explicit DataFlow(const graph::Graph& graph);

    /// Whether @p value hangs on what the graph is given, and not on shapes and constants alone.
    bool isData(graph::ValueId value) const { return value.isValid() && m_origins[value.position()] == Origin::Data; }
    /// Whether @p node gives any such.
    bool isData(const graph::Node& node) const { return gives(node, Origin::Data); }
    /// Whether @p node computes on constants alone, as a convolution of parameters does.
    bool computesOnConstants(const graph::Node& node) const;
    /// Whether a program may have called @p node on sizes, "x.size(0) * 2". Those around a Div belong to what an export
    /// wrote out (chunk): a program's own division of sizes is whole, and a Cast follows it.
    bool isCalledOnSizes(const graph::Node& node) const;

private:
    enum class Origin { Constants, Shapes, Data };
    bool gives(const graph::Node& node, Origin origin) const;
    Origin originAfter(const graph::Node& node) const;

    const graph::Graph& m_graph;
    std::vector<Origin> m_origins; ///< by value index
};

} // namespace ql::config
