// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/graph.h"

#include "core/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::graph {

namespace {

/// @p node was linked after all others: it stands last, or nowhere.
void linkNew(std::vector<NodeId>& consumers, NodeId node)
{
    if (consumers.empty() || consumers.back() != node)
        consumers.push_back(node);
}

} // namespace

std::string toString(const DeclaredShape& shape)
{
    if (shape.empty())
        return "scalar";
    std::string text;
    for (const auto& dimension : shape) {
        if (!text.empty())
            text += 'x';
        if (dimension.size >= 0)
            text += std::to_string(dimension.size);
        else
            text += dimension.symbol.empty() ? "?" : dimension.symbol;
    }
    return text;
}

DeclaredShape declared(const Shape& shape)
{
    DeclaredShape dimensions;
    for (const auto size : shape)
        dimensions.push_back({size, {}});
    return dimensions;
}

std::vector<bool> inputFlags(const Graph& graph)
{
    std::vector<bool> flags(graph.valueCount(), false);
    for (const auto input : graph.inputs())
        flags[input.position()] = true;
    return flags;
}

std::string Node::qualifiedOpType() const
{
    return domain.empty() ? opType : domain + "." + opType;
}

Message Node::description() const
{
    return Message("node {} ({}, opset {})", name, qualifiedOpType(), opset);
}

Graph::Graph(std::string name)
    : m_name(std::move(name))
{
}

ValueId Graph::addValue(std::string name, DataType type, std::optional<DeclaredShape> shape)
{
    m_attachment.set(nullptr);
    if (name.empty())
        for (auto i = m_values.size(); name.empty() || m_valueByName.contains(name); ++i)
            name = fmt::format("value_{}", i);
    const ValueId id{std::int32_t(m_values.size())};
    if (!m_valueByName.emplace(name, id).second)
        throw Error(ErrorCode::InvalidGraph, Message("value {} is defined twice", name));
    m_values.push_back({std::move(name), type, std::move(shape), {}, {}, {}, ValueKind::Tensor, {}});
    return id;
}

ValueId Graph::addInput(std::string name, DataType type, std::optional<DeclaredShape> shape)
{
    const auto id = addValue(std::move(name), type, std::move(shape));
    m_inputs.push_back(id);
    return id;
}

ValueId Graph::addInitializer(std::string name, TensorData data)
{
    const auto id = addValue(std::move(name), data.type(), declared(data.shape()));
    edit(id).initializer = std::move(data);
    return id;
}

void Graph::addCapture(ValueId outer, ValueId inner)
{
    m_attachment.set(nullptr);
    m_captures.push_back({outer, inner});
}

NodeId Graph::addNode(NodeSpec spec)
{
    m_attachment.set(nullptr);
    const NodeId id{std::int32_t(m_nodes.size())};
    for (const auto output : spec.outputs)
        if (output.isValid() && (value(output).producer.isValid() || value(output).initializer))
            throw Error(ErrorCode::InvalidGraph, Message("value {} is produced twice", value(output).name));
    spec.hasMadeUpName = spec.hasMadeUpName || spec.name.empty();
    spec.name = uniqueNodeName(spec);
    const auto body = spec.body ? *spec.body : innermostBody(spec.inputs);
    for (const auto own : spec.ownBodies)
        if (openBody(own).owner.isValid() || own <= body)
            throw Error(ErrorCode::Internal,
                        Message("the body {} of {} is another node's", openBody(own).attribute, spec.name));
    m_nodeByName.emplace(spec.name, id);
    m_nodes.push_back({id, std::move(spec.name), spec.hasMadeUpName, std::move(spec.domain), std::move(spec.opType),
                       spec.opset, std::move(spec.scope), std::move(spec.inputs), std::move(spec.outputs),
                       std::move(spec.captures), std::move(spec.attributes), body});
    const Node& node = m_nodes.back();
    for (const auto own : spec.ownBodies)
        m_openBodies[own.position()].owner = id;
    for (const auto output : node.outputs)
        if (output.isValid()) {
            edit(output).producer = id;
            edit(output).body = body;
        }
    for (const auto* reads : {&node.inputs, &node.captures})
        for (const auto value : *reads)
            if (value.isValid())
                linkNew(edit(value).consumers, id);
    return id;
}

void Graph::addOutput(ValueId value)
{
    m_attachment.set(nullptr);
    m_outputs.push_back(value);
}

void Graph::addHandedThrough(HandedThrough handed)
{
    m_attachment.set(nullptr);
    if (!m_valueByName.emplace(handed.name, handed.value).second)
        throw Error(ErrorCode::InvalidGraph, Message("value {} is defined twice", handed.name));
    m_handedThrough.push_back(std::move(handed));
}

BodyId Graph::addOpenBody(std::string attribute, std::vector<ValueId> inputs, std::vector<ValueId> outputs)
{
    m_attachment.set(nullptr);
    const BodyId id{std::int32_t(m_openBodies.size())};
    for (const auto input : inputs)
        edit(input).body = id;
    m_openBodies.push_back({{}, std::move(attribute), std::move(inputs), std::move(outputs)});
    return id;
}

std::vector<BodyId> Graph::bodiesOf(NodeId owner) const
{
    std::vector<BodyId> bodies;
    for (std::size_t i = 0; i < m_openBodies.size(); ++i)
        if (m_openBodies[i].owner == owner)
            bodies.push_back(BodyId{std::int32_t(i)});
    return bodies;
}

void Graph::setBodyOutput(Node& owner, std::size_t capture, ValueId value)
{
    const auto old = std::exchange(owner.captures.at(capture), value);
    for (auto& body : m_openBodies)
        if (body.owner == owner.id)
            std::ranges::replace(body.outputs, old, value);
    if (std::ranges::count(owner.inputs, old) == 0)
        unlinkConsumer(old, owner.id);
    linkConsumer(value, owner.id);
}

void Graph::setInitializer(ValueId id, TensorData data)
{
    m_attachment.set(nullptr);
    Value& value = edit(id);
    if (value.producer.isValid())
        throw Error(ErrorCode::InvalidGraph, Message("value {} is both produced and constant", value.name));
    value.type = data.type();
    value.shape = declared(data.shape());
    value.initializer = std::move(data);
    std::erase(m_inputs, id);
}

void Graph::setKind(ValueId value, ValueKind kind)
{
    m_attachment.set(nullptr);
    edit(value).kind = kind;
}

void Graph::setType(ValueId value, DataType type)
{
    m_attachment.set(nullptr);
    edit(value).type = type;
}

void Graph::setShape(ValueId value, DeclaredShape shape)
{
    m_attachment.set(nullptr);
    edit(value).shape = std::move(shape);
}

void Graph::setNodeInput(NodeId id, std::size_t slot, ValueId value)
{
    m_attachment.set(nullptr);
    Node& node = m_nodes.at(id.position());
    if (slot >= node.inputs.size())
        return setBodyOutput(node, slot - node.inputs.size(), value);
    const auto old = std::exchange(node.inputs[slot], value);
    const bool isStillRead = std::ranges::count(node.inputs, old) + std::ranges::count(node.captures, old) > 0;
    if (!isStillRead)
        unlinkConsumer(old, id);
    linkConsumer(value, id);
}

void Graph::setOutput(std::size_t slot, ValueId value)
{
    m_attachment.set(nullptr);
    m_outputs.at(slot) = value;
}

std::optional<ValueId> Graph::findValue(std::string_view name) const
{
    const auto found = m_valueByName.find(std::string(name));
    return found == m_valueByName.end() ? std::nullopt : std::optional(found->second);
}

std::optional<NodeId> Graph::findNode(std::string_view name) const
{
    const auto found = m_nodeByName.find(std::string(name));
    return found == m_nodeByName.end() ? std::nullopt : std::optional(found->second);
}

const TensorData* Graph::constantOf(ValueId id) const
{
    if (!id.isValid() || !value(id).initializer)
        return nullptr;
    return &*value(id).initializer;
}

void Graph::linkConsumer(ValueId value, NodeId node)
{
    if (!value.isValid())
        return;
    auto& consumers = edit(value).consumers;
    if (std::ranges::find(consumers, node) == consumers.end())
        consumers.push_back(node);
}

void Graph::unlinkConsumer(ValueId value, NodeId node)
{
    if (value.isValid())
        std::erase(edit(value).consumers, node);
}

/// Bodies that a node sees stand in each other, the inner ones behind the outer ones.
BodyId Graph::innermostBody(const std::vector<ValueId>& values) const
{
    BodyId innermost;
    for (const auto id : values)
        if (id.isValid())
            innermost = std::max(innermost, value(id).body);
    return innermost;
}

std::string Graph::uniqueNodeName(const NodeSpec& spec) const
{
    if (!spec.name.empty() && !m_nodeByName.contains(spec.name))
        return spec.name;
    const auto& stem = spec.name.empty() ? spec.opType : spec.name;
    for (auto i = m_nodes.size();; ++i) {
        auto candidate = fmt::format("{}_{}", stem, i);
        if (!m_nodeByName.contains(candidate))
            return candidate;
    }
}

} // namespace ql::graph
