// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/node_keys.h"

#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/device/device.h"
#include "core/runs/device/device_scope.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace ql::runs {

namespace {

using graph::Graph;
using graph::TensorData;
using graph::ValueId;

/// Takes in words one by one; two lanes with different multipliers.
class Hash {
public:
    void add(std::uint64_t word)
    {
        m_lanes[0] = std::rotl((m_lanes[0] ^ word) * 0x9e3779b97f4a7c15ULL, 29);
        m_lanes[1] = (std::rotl(m_lanes[1], 23) + word) * 0xc2b2ae3d27d4eb4fULL;
    }

    void add(std::span<const std::byte> bytes)
    {
        add(bytes.size());
        std::size_t i = 0;
        for (std::uint64_t word = 0; i + sizeof word <= bytes.size(); i += sizeof word) {
            std::memcpy(&word, bytes.data() + i, sizeof word);
            add(word);
        }
        std::uint64_t rest = 0;
        if (i < bytes.size())
            std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
        add(rest);
    }

    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    void add(const NodeKey& key)
    {
        add(key[0]);
        add(key[1]);
    }

    template <typename Number>
    void addAll(const std::vector<Number>& numbers)
    {
        add(std::as_bytes(std::span(numbers)));
    }

    NodeKey key() const
    {
        const auto mixed = [](std::uint64_t x) {
            x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ULL;
            return x ^ (x >> 32);
        };
        return {mixed(m_lanes[0]), mixed(m_lanes[1])};
    }

private:
    NodeKey m_lanes{0x243f6a8885a308d3ULL, 0x13198a2e03707344ULL};
};

void add(Hash& hash, const TensorData& data)
{
    hash.add(std::uint64_t(data.type()));
    hash.addAll(data.shape());
    if (data.type() == graph::DataType::String)
        for (const auto& text : data.strings())
            hash.add(text);
    else
        hash.add(data.bytes());
}

void add(Hash& hash, const Graph& body);

struct AttributeHash {
    Hash& hash;

    void operator()(std::int64_t value) const { hash.add(std::uint64_t(value)); }
    void operator()(double value) const { hash.add(std::bit_cast<std::uint64_t>(value)); }
    void operator()(const std::string& value) const { hash.add(value); }
    void operator()(const std::vector<std::int64_t>& values) const { hash.addAll(values); }
    void operator()(const std::vector<double>& values) const { hash.addAll(values); }
    void operator()(const std::vector<std::string>& values) const
    {
        for (const auto& value : values)
            hash.add(value);
    }
    void operator()(const TensorData& value) const { add(hash, value); }
    void operator()(const graph::GraphPointer& body) const { add(hash, *body); }
    void operator()(const std::vector<graph::GraphPointer>& bodies) const
    {
        for (const auto& body : bodies)
            add(hash, *body);
    }
};

void addOperator(Hash& hash, const graph::Node& node)
{
    hash.add(node.domain);
    hash.add(node.opType);
    hash.add(std::uint64_t(node.opset));
    hash.add(node.outputs.size());
    for (const auto& [name, value] : node.attributes.entries()) {
        hash.add(name);
        hash.add(std::uint64_t(value.index()));
        std::visit(AttributeHash{hash}, value);
    }
}

void addIds(Hash& hash, const std::vector<ValueId>& values)
{
    hash.add(values.size());
    for (const auto value : values)
        hash.add(value.isValid() ? value.position() : ~std::uint64_t(0));
}

/// A body as it stands; what it captures is counted among its node's inputs.
void add(Hash& hash, const Graph& body)
{
    addIds(hash, body.inputs());
    addIds(hash, body.outputs());
    for (const auto& capture : body.captures())
        addIds(hash, {capture.inner});
    for (std::size_t i = 0; i < body.valueCount(); ++i)
        if (const auto& constant = body.values()[i].initializer) {
            hash.add(i);
            add(hash, *constant);
        }
    for (const auto& node : body.nodes()) {
        addOperator(hash, node);
        addIds(hash, node.inputs);
        addIds(hash, node.outputs);
    }
}

bool givesRandomValues(const graph::Node& node)
{
    if (graph::traitsNamed(node.opType).isRandom || node.opType == "Dropout")
        return true;
    const auto isRandomBody = [](const graph::GraphPointer& body) {
        return std::ranges::any_of(body->nodes(), givesRandomValues);
    };
    return std::ranges::any_of(node.attributes.entries(), [&](const auto& entry) {
        const auto* body = std::get_if<graph::GraphPointer>(&entry.second);
        const auto* bodies = std::get_if<std::vector<graph::GraphPointer>>(&entry.second);
        return (body && isRandomBody(*body)) || (bodies && std::ranges::any_of(*bodies, isRandomBody));
    });
}

/// Keys of values, as far as they are known.
class Keys {
public:
    explicit Keys(const Graph& graph)
        : m_graph(graph)
        , m_known(graph.valueCount())
    {
        for (std::size_t i = 0; i < graph.openBodies().size(); ++i)
            for (std::size_t slot = 0; slot < graph.openBodies()[i].inputs.size(); ++slot)
                set(graph.openBodies()[i].inputs[slot], {i, slot}, slot); // what comes in, stands with the owner
    }

    void setInputs(const NamedTensors& inputs)
    {
        for (const auto& [name, tensor] : inputs)
            if (const auto value = m_graph.findValue(name); value && (tensor.isDefined() || tensor.holdsStrings())) {
                Hash hash;
                add(hash, ops::toTensorData(tensor));
                m_known[value->position()] = hash.key();
            }
    }

    void setInputsByName()
    {
        for (const auto input : m_graph.inputs()) {
            Hash hash;
            hash.add("input");
            hash.add(m_graph.value(input).name);
            m_known[input.position()] = hash.key();
        }
    }

    std::optional<NodeKey> of(ValueId value)
    {
        auto& known = m_known[value.position()];
        if (const auto* constant = known ? nullptr : m_graph.constantOf(value)) {
            Hash hash;
            add(hash, *constant);
            known = hash.key();
        }
        return known;
    }

    void set(ValueId value, const NodeKey& maker, std::size_t output)
    {
        Hash hash;
        hash.add(maker);
        hash.add(output);
        m_known[value.position()] = hash.key();
    }

private:
    const Graph& m_graph;
    NodeKeys m_known;
};

/// What a device gives may differ from the processor's in its last bits: it has keys of its own.
std::string deviceName()
{
    const auto& device = DeviceScope::current();
    return device ? device->name() : std::string();
}

NodeKeys keysFrom(const Graph& graph, Keys values)
{
    const auto device = deviceName();
    NodeKeys keys(graph.nodeCount());
    for (const auto id : graph::topologicalOrder(graph)) {
        const auto& node = graph.node(id);
        Hash hash;
        hash.add(device);
        addOperator(hash, node);
        bool isKnown = !givesRandomValues(node);
        for (const auto* read : {&node.inputs, &node.captures})
            for (const auto value : *read) {
                const auto key = value.isValid() ? values.of(value) : NodeKey{};
                isKnown = isKnown && key.has_value();
                hash.add(key.value_or(NodeKey{}));
            }
        if (!isKnown)
            continue;
        if (!graph::hasOpenBodies(graph, id))
            keys[id.position()] = hash.key();
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            if (node.outputs[i].isValid())
                values.set(node.outputs[i], hash.key(), i);
    }
    return keys;
}

} // namespace

NodeKeys nodeKeys(const Graph& graph, const NamedTensors& inputs)
{
    Keys values(graph);
    values.setInputs(inputs);
    return keysFrom(graph, std::move(values));
}

NodeKeys nodeKeysByName(const Graph& graph)
{
    Keys values(graph);
    values.setInputsByName();
    return keysFrom(graph, std::move(values));
}

} // namespace ql::runs
