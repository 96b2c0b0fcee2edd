// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/graph/ir/attachment.h"
#include "core/graph/ir/attribute.h"
#include "core/graph/ir/ids.h"
#include "core/graph/ir/tensor_data.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ql::graph {

/// One dimension as a file declares it: a size, a symbol ("batch"), or unknown (size -1, no symbol).
struct Dimension {
    std::int64_t size = -1;
    std::string symbol;
    friend bool operator==(const Dimension&, const Dimension&) = default;
};
using DeclaredShape = std::vector<Dimension>;
/// "1x3x?xwidth", "scalar" for rank 0.
std::string toString(const DeclaredShape& shape);
DeclaredShape declared(const Shape& shape);

/// What a file declares that a value holds. The text form says it of no value.
enum class ValueKind : std::uint8_t { Tensor, Sequence, OptionalTensor, OptionalSequence };

/// An edge: one tensor, unless its kind says otherwise. Owned by its Graph; links are kept by Graph alone.
struct Value {
    std::string name;
    DataType type = DataType::Undefined;
    std::optional<DeclaredShape> shape;    ///< nothing while unknown
    std::optional<TensorData> initializer; ///< the constant, if it is one (may also be a default graph input)
    NodeId producer;                       ///< invalid for graph inputs, initializers and captures
    std::vector<NodeId> consumers;         ///< each consumer once, in insertion order; captures by bodies count
    ValueKind kind = ValueKind::Tensor;    ///< anything else has neither type nor shape
    BodyId body;                           ///< the open body that it belongs to, if any
};

/// A value of the enclosing graph that a body reads.
struct Capture {
    ValueId outer;
    ValueId inner;
};

/// A body whose nodes stand in the graph itself (open_bodies.h). They run when and as often as their owner says, each
/// turn anew; the graph in the owner's attribute tells inputs and outputs only.
struct OpenBody {
    NodeId owner;                 ///< the If, Loop or Scan, once it is there; captures the outputs
    std::string attribute;        ///< of the owner: "then_branch", "body"
    std::vector<ValueId> inputs;  ///< what the owner hands in, each turn
    std::vector<ValueId> outputs; ///< may belong to the graph around
};

/// An Identity of the file, which is no node here: whoever reads what it gives reads what it is given.
struct HandedThrough {
    std::string node;
    std::string name; ///< another name of @ref value
    ValueId value;
};

/// An operation. Omitted optional inputs and outputs are invalid ids.
struct Node {
    NodeId id;
    std::string name;           ///< unique within the graph, never empty
    bool hasMadeUpName = false; ///< the file doesn't call it so: the name shows it, and ties it to nothing elsewhere
    std::string domain;         ///< "" is ai.onnx
    std::string opType;
    int opset = 0;     ///< the version of @ref domain that the file imports
    std::string scope; ///< "/"-separated path of the module it belongs to, "" at the top
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs;
    std::vector<ValueId> captures; ///< outer values read by the graphs in its attributes
    Attributes attributes;
    BodyId body; ///< the open body that it stands in, if any

    /// "Conv" or "com.microsoft.QLinearAdd".
    std::string qualifiedOpType() const;
    /// "node conv_3 (Conv, opset 13)", the context for errors.
    Message description() const;
};

/// What addNode() needs.
struct NodeSpec {
    std::string name; ///< made unique and stable ("Conv_12") when empty
    bool hasMadeUpName = false;
    std::string domain;
    std::string opType;
    int opset = 0;
    std::string scope;
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs;
    std::vector<ValueId> captures;
    Attributes attributes;
    std::optional<BodyId> body;    ///< nothing: the innermost that one of the inputs belongs to
    std::vector<BodyId> ownBodies; ///< the open bodies that it will run: nobody else's so far
};

class Graph;
/// By position of the value: whether it is one of the graph's inputs().
std::vector<bool> inputFlags(const Graph& graph);

/// A directed acyclic graph of operators over values: the one form in which every model file ends up.
/// Owns nodes and values; ids stay valid for its life; producer and consumer links can't break because only
/// Graph edits them. Iteration order is insertion order. Not thread-safe while edited, freely shared when const.
class Graph {
public:
    explicit Graph(std::string name = {});

    const std::string& name() const { return m_name; }
    void setName(std::string name) { m_name = std::move(name); }
    /// domain → version ("" is ai.onnx)
    const std::map<std::string, int>& opsets() const { return m_opsets; }
    void setOpset(const std::string& domain, int version) { m_opsets[domain] = version; }

    /// A new value. An empty name gets a stable one. @throws Error (InvalidGraph) when the name is taken.
    ValueId addValue(std::string name, DataType type = DataType::Undefined, std::optional<DeclaredShape> shape = {});
    ValueId addInput(std::string name, DataType type = DataType::Undefined, std::optional<DeclaredShape> shape = {});
    /// A constant value; type and shape are those of @p data.
    ValueId addInitializer(std::string name, TensorData data);
    /// In a body: makes @p inner (already added) stand for @p outer of the enclosing graph.
    void addCapture(ValueId outer, ValueId inner);
    /// The new node owns the bodies that @p spec says, from here on and for good.
    /// @throws Error (InvalidGraph) when an output already has a producer, (Internal) when a body has an owner.
    NodeId addNode(NodeSpec spec);
    void addOutput(ValueId value);
    /// findValue() knows the other name, too. @throws Error (InvalidGraph) when that is taken.
    void addHandedThrough(HandedThrough handed);

    /// The next of openBodies(), which waits for its owner: the node that is added with it. Its nodes say that they
    /// stand in it when they are added. Bodies within others come after these.
    BodyId addOpenBody(std::string attribute, std::vector<ValueId> inputs, std::vector<ValueId> outputs);

    void setInitializer(ValueId value, TensorData data);
    void setKind(ValueId value, ValueKind kind);
    void setType(ValueId value, DataType type);
    void setShape(ValueId value, DeclaredShape shape);
    /// Replaces input @p slot of @p node and repairs the consumer links. Behind the inputs stands what a node with open
    /// bodies captures: what these give.
    void setNodeInput(NodeId node, std::size_t slot, ValueId value);
    /// Makes @p value the graph's output number @p slot.
    void setOutput(std::size_t slot, ValueId value);

    std::size_t nodeCount() const { return m_nodes.size(); }
    std::size_t valueCount() const { return m_values.size(); }
    const std::vector<Node>& nodes() const { return m_nodes; }
    const std::vector<Value>& values() const { return m_values; }
    const Node& node(NodeId id) const { return m_nodes.at(id.position()); }
    const Value& value(ValueId id) const { return m_values.at(id.position()); }
    /// Graph inputs in file order, those with an initializer (defaults) left out.
    const std::vector<ValueId>& inputs() const { return m_inputs; }
    const std::vector<ValueId>& outputs() const { return m_outputs; }
    const std::vector<Capture>& captures() const { return m_captures; }
    const std::vector<HandedThrough>& handedThrough() const { return m_handedThrough; }

    const std::vector<OpenBody>& openBodies() const { return m_openBodies; }
    const OpenBody& openBody(BodyId id) const { return m_openBodies.at(id.position()); }
    /// Those that @p owner runs.
    std::vector<BodyId> bodiesOf(NodeId owner) const;

    std::optional<ValueId> findValue(std::string_view name) const;
    std::optional<NodeId> findNode(std::string_view name) const;
    /// The constant behind @p value: its initializer, or nothing.
    const TensorData* constantOf(ValueId value) const;

    /// Asked where a graph is finished. @throws Error (Internal) for a body that no node runs; where assertions and
    /// sanitizers look for our own mistakes, for every link that holds on one side only, too.
    void requireSound() const;

    /// What was made of the graph as it is; every change of the graph empties it.
    const Attachment& attachment() const { return m_attachment; }

private:
    Value& edit(ValueId id) { return m_values.at(id.position()); }
    void linkConsumer(ValueId value, NodeId node);
    void unlinkConsumer(ValueId value, NodeId node);
    std::string uniqueNodeName(const NodeSpec& spec) const;
    void setBodyOutput(Node& owner, std::size_t capture, ValueId value);
    BodyId innermostBody(const std::vector<ValueId>& values) const;

    std::string m_name;
    std::map<std::string, int> m_opsets;
    std::vector<Node> m_nodes;
    std::vector<Value> m_values;
    std::vector<ValueId> m_inputs;
    std::vector<ValueId> m_outputs;
    std::vector<Capture> m_captures;
    std::vector<HandedThrough> m_handedThrough;
    std::vector<OpenBody> m_openBodies;
    std::unordered_map<std::string, ValueId> m_valueByName;
    std::unordered_map<std::string, NodeId> m_nodeByName;
    Attachment m_attachment;
};

} // namespace ql::graph
