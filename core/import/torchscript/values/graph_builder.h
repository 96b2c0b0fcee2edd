// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/ir/module_tree.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::importers::torchscript {

class GraphBuilder;

/// The version of the standard whose meaning nodes with its names have.
constexpr int kStandardOpset = 17;

/// A value of one of the nested graphs in the making.
struct Slot {
    GraphBuilder* owner = nullptr;
    graph::ValueId id;
};

/// Where a node stands in the program.
struct Origin {
    std::string source;     ///< as kTorchSource
    std::int32_t call = -1; ///< of the ModuleTree's; -1: the program itself
};

/// A node in the making.
struct PendingNode {
    std::string stem;  ///< what it is called within its module: "conv2d"
    std::string scope; ///< "layer1.0.conv1"
    Origin origin;
    std::string domain;
    std::string opType;
    std::vector<graph::ValueId> inputs;
    std::vector<graph::ValueId> outputs;
    graph::Attributes attributes;
    std::vector<std::pair<std::string, std::unique_ptr<GraphBuilder>>> bodies;
    bool hasSideEffects = false; ///< stays even if nobody reads its outputs
};

/// A graph in the making: what nobody reads is left out at the end, and names are given then, when it is known which
/// modules consist of one operator.
class GraphBuilder {
public:
    explicit GraphBuilder(GraphBuilder* outer = nullptr)
        : m_outer(outer)
    {
    }

    GraphBuilder* outer() const { return m_outer; }
    bool isConstant(graph::ValueId value) const { return m_values[value.position()].isConstant; }
    graph::ValueId addInput(std::string name);
    graph::ValueId addConstant(std::string name, graph::TensorData data);
    /// Without a name it gets that of its producer.
    graph::ValueId addValue(std::string name = {});
    /// What is known of a value before anything runs.
    void declare(graph::ValueId value, graph::DataType type, std::optional<graph::DeclaredShape> shape);
    /// The value here that stands for @p slot of this or an enclosing graph.
    graph::ValueId use(const Slot& slot);
    void addNode(PendingNode node) { m_nodes.push_back(std::move(node)); }
    /// Without @p name the output keeps its own, its producer's.
    void addOutput(graph::ValueId value, std::string name = {});

    std::size_t outputCount() const { return m_outputs.size(); }

    graph::Graph finish(const graph::ModuleTree& modules);

private:
    struct PendingValue {
        std::string name;
        bool isInput = false;
        bool isLive = false;
        graph::TensorData constant;
        bool isConstant = false;
        graph::DataType type = graph::DataType::Undefined;
        std::optional<graph::DeclaredShape> shape;
    };

    graph::ValueId add(PendingValue value);
    void markLive();
    bool isLive(const PendingNode& node) const;
    void nameNodes();
    void nameValues();
    graph::Graph build(const std::unordered_map<graph::ValueId, graph::ValueId>& outer,
                       const graph::ModuleTree& modules);
    void buildValues(graph::Graph& graph, const std::unordered_map<graph::ValueId, graph::ValueId>& outer);
    std::vector<graph::ValueId> built(const std::vector<graph::ValueId>& values) const;
    void addBodies(PendingNode& node, graph::NodeSpec& spec, const graph::ModuleTree& modules);
    std::vector<int> computedInCalls(const graph::ModuleTree& modules) const;
    std::string freeValueName(const std::string& wanted);

    GraphBuilder* m_outer;
    std::vector<PendingValue> m_values;
    std::vector<PendingNode> m_nodes;
    std::vector<std::string> m_nodeNames;
    std::vector<graph::ValueId> m_outputs;
    std::vector<std::pair<graph::ValueId, graph::ValueId>> m_captures; ///< outer, inner
    std::unordered_map<graph::ValueId, graph::ValueId> m_captured;
    std::unordered_map<graph::ValueId, graph::ValueId> m_built;
    std::set<std::string> m_takenNames;
};

} // namespace ql::importers::torchscript
