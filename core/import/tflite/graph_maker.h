// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/import/tflite/model_tables.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::import::tflite {

/// The graph of a subgraph in the making. Values are called as the file's tensors.
class GraphMaker {
public:
    /// With the inputs. @p tables must outlive it. @throws Error (FileCorrupt)
    explicit GraphMaker(const SubgraphTable& tables);

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

    /// With the outputs. @throws Error (FileCorrupt)
    graph::Graph finish();

private:
    std::string freeName(const std::string& wanted) const;
    graph::ValueId addTensor(const TensorTable& tensor);
    graph::ValueId addData(const TensorTable& tensor);

    const SubgraphTable& m_tables;
    graph::Graph m_graph;
    std::vector<graph::ValueId> m_values; ///< by tensor; invalid until it is read or given
    std::vector<graph::ValueId> m_scales;
    std::vector<graph::ValueId> m_zeroPoints;
};

} // namespace ql::import::tflite
