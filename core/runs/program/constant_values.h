// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <compare>
#include <unordered_map>
#include <vector>

namespace ql::runs {

/// The values of a graph that no input reaches: initializers and what nodes make of them alone (a weight behind its
/// DequantizeLinear, Reshape or Transpose). Computed when asked for and not kept. The graph must outlive it.
class ConstantValues {
public:
    /// @p enclosing belongs to the graph around a body, whose constants the body may read; it must outlive this.
    explicit ConstantValues(const graph::Graph& graph, const ConstantValues* enclosing = nullptr);

    const graph::Graph& graph() const { return m_graph; }
    /// False also where an operator isn't supported, draws random numbers or has bodies.
    bool isConstant(graph::ValueId value) const { return value.isValid() && m_isConstant[value.position()]; }
    using Known = std::unordered_map<graph::ValueId, ops::Tensor>;
    /// Remembers in @p known what it comes by. @pre isConstant(value)
    /// @throws Error with the node's description, as execution does
    ops::Tensor evaluate(graph::ValueId value, Known& known) const;
    ops::Tensor evaluate(graph::ValueId value) const
    {
        Known known;
        return evaluate(value, known);
    }

    /// A value and the graph that makes it.
    struct Home {
        const graph::Graph* graph;
        graph::ValueId value;

        auto operator<=>(const Home&) const = default;
    };
    /// Where a value that a body reads from the graphs around it comes from; other values as they are.
    Home homeOf(graph::ValueId value) const;

private:
    bool dependsOnConstants(const graph::Node& node) const;

    const graph::Graph& m_graph;
    const ConstantValues* m_enclosing;
    std::vector<bool> m_isConstant; ///< by value index
};

} // namespace ql::runs
