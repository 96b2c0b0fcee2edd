// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/expansion_budget.h"
#include "core/graph/ir/graph.h"
#include "core/import/tflite/model_tables.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::importers::tflite {

/// What the makers of one model's graphs share.
struct Making {
    const ModelTables& model;
    ExpansionBudget budget; ///< bodies may be made more than once, and tensors share bytes
};

/// Makes a subgraph's part of a graph. Values are called as the file's tensors; complex numbers become pairs of real
/// and imaginary part along a last axis of 2, as the standard has them.
class GraphMaker {
public:
    /// For subgraph @p number, whose nodes go to @p graph, @p depth bodies deep. Both references must outlive it.
    /// @throws Error (FileCorrupt, UnsupportedFormat) where there is no such subgraph, or it stands too deep
    GraphMaker(Making& making, std::size_t number, graph::Graph& graph, int depth = 0);

    Making& making() const { return m_making; }
    graph::Graph& graph() const { return m_graph; }
    int depth() const { return m_depth; }
    const SubgraphTable& tables() const { return m_tables; }

    /// Makes the subgraph's inputs the graph's. @throws Error (FileCorrupt)
    void addInputs();
    /// Makes a value of the graph the subgraph's input. @throws Error (FileCorrupt) where it has fewer
    void setInput(std::size_t input, graph::ValueId value);
    /// What the subgraph gives. @throws Error (FileCorrupt)
    std::vector<graph::ValueId> results();

    const TensorTable& tensor(std::int32_t index) const { return m_tables.tensors.at(std::size_t(index)); }
    /// What an operation reads; invalid for -1. @throws Error (FileCorrupt) when nothing gives it
    graph::ValueId read(std::int32_t index);
    /// What an operation gives. @throws Error (FileCorrupt) when something else gives it, too
    graph::ValueId give(std::int32_t index);
    /// Constants of what its integers stand for. @pre a tensor that isQuantized()
    graph::ValueId scaleOf(std::int32_t index);
    graph::ValueId zeroPointOf(std::int32_t index);

    /// A constant of ours; @p name is made unique.
    graph::ValueId addConstant(const std::string& name, graph::TensorData data);
    /// A value between two nodes that stand for one operation.
    graph::ValueId addBetween(const std::string& name, graph::DataType type);
    void addNode(graph::NodeSpec node);
    const std::string& nameOf(graph::ValueId value) const { return m_graph.value(value).name; }
    std::string freeName(const std::string& wanted) const;

private:
    graph::ValueId addTensor(const TensorTable& tensor);
    graph::ValueId addData(const TensorTable& tensor);

    Making& m_making;
    const SubgraphTable& m_tables;
    graph::Graph& m_graph;
    int m_depth;
    std::vector<graph::ValueId> m_values; ///< by tensor; invalid until it is read or given
    std::vector<graph::ValueId> m_scales;
    std::vector<graph::ValueId> m_zeroPoints;
};

} // namespace ql::importers::tflite
