// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_graph.h"

#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/base/log.h"
#include "core/graph/ir/topology.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/shape_inference.h"
#include "core/import/node_operands.h"
#include "core/import/onnx/constant_casts.h"
#include "core/import/onnx/onnx_attribute.h"
#include "core/import/onnx/onnx_names.h"
#include "core/import/onnx/onnx_shapes.h"

#include <algorithm>
#include <memory>
#include <set>
#include <unordered_set>

namespace ql::importers {

namespace {

using graph::ValueId;

bool isConstantNode(const onnx::NodeProto& node)
{
    return node.op_type() == "Constant" && normalisedDomain(node.domain()).empty();
}

/// Builds one graph; bodies are built by a nested reader that asks its @p outer one for what it captures.
class GraphReader {
public:
    GraphReader(const onnx::GraphProto& proto, const GraphSources& sources, GraphReader* outer)
        : m_proto(proto)
        , m_sources(sources)
        , m_outer(outer)
        , m_names(nodeNames(proto))
        , m_leftOut(identitiesLeftOut(proto))
        , m_graph(proto.name())
        , m_shapes(m_graph)
    {
    }

    graph::Graph read();
    /// The outer graph's values that this one reads, in order of first use.
    const std::vector<ValueId>& captured() const { return m_captured; }

private:
    void declareConstants();
    void declareInputs();
    void declareNodeOutputs();
    bool declareCast(int position, const std::set<std::string>& parameters);
    void applyDeclaredTypes();
    void addNode(int position);
    void addOutputs();
    void addHandedThrough();

    bool isLeftOut(int position) const
    {
        return std::ranges::binary_search(m_leftOut.nodes, position) || m_casts.contains(position);
    }
    /// What a tensor is called without the Identity nodes that are left out.
    const std::string& nameOf(const std::string& tensor) const
    {
        const auto found = m_leftOut.read.find(tensor);
        return found == m_leftOut.read.end() ? tensor : found->second;
    }
    Message describe(int position) const;
    /// Nothing when the file doesn't import the standard's operators at all.
    std::optional<int> opsetOf(const onnx::NodeProto& node) const;
    void declare(const onnx::ValueInfoProto& info);
    /// The value that @p name means here, captured from an enclosing graph when need be; nothing when nobody defines
    /// it.
    std::optional<ValueId> resolve(const std::string& name);
    std::vector<ValueId> inputsOf(const onnx::NodeProto& node);
    std::vector<ValueId> outputsOf(const onnx::NodeProto& node) const;
    graph::Attributes attributesOf(const onnx::NodeProto& node, std::vector<ValueId>& captures);

    const onnx::GraphProto& m_proto;
    const GraphSources& m_sources;
    GraphReader* m_outer;
    std::vector<std::string> m_names;
    LeftOut m_leftOut;
    std::set<int> m_casts; ///< nodes that made a quantizer's constants
    std::vector<ValueId> m_captured;
    graph::Graph m_graph;
    graph::ShapeInference m_shapes; ///< as nodes are read, so that bodies know what they capture
};

graph::Graph GraphReader::read()
{
    for (const auto& [domain, version] : m_sources.opsets)
        m_graph.setOpset(domain, version);
    // Everything is declared before any node is read, because nodes and bodies may use what stands further down.
    declareConstants();
    declareInputs();
    declareNodeOutputs();
    applyDeclaredTypes();
    for (int i = 0; i < m_proto.node_size(); ++i)
        if (!isConstantNode(m_proto.node(i)) && !isLeftOut(i))
            withContext(describe(i), [&] { addNode(i); });
    addOutputs();
    addHandedThrough();
    graph::topologicalOrder(m_graph); // refuses cycles here rather than in every question asked later
    return std::move(m_graph);
}

void GraphReader::declareConstants()
{
    for (const auto& initializer : m_proto.initializer())
        m_graph.addInitializer(initializer.name(), m_sources.tensors.at(initializer));
    for (const auto& initializer : m_proto.sparse_initializer())
        m_graph.addInitializer(initializer.values().name(), m_sources.tensors.at(initializer));
}

void GraphReader::declareInputs()
{
    for (const auto& input : m_proto.input()) {
        if (input.name().empty())
            throw Error(ErrorCode::InvalidGraph, "a graph input has no name");
        const auto known = m_graph.findValue(input.name());
        if (known && m_graph.constantOf(*known))
            continue; // a default: the constant is what we compute with
        auto [kind, type, shape] = declaredType(input.type());
        m_graph.setKind(m_graph.addInput(input.name(), type, std::move(shape)), kind);
    }
}

/// Where node @p position casts a constant for a quantizer, its result is one.
bool GraphReader::declareCast(int position, const std::set<std::string>& parameters)
{
    const auto& node = m_proto.node(position);
    if (node.op_type() != "Cast" || !normalisedDomain(node.domain()).empty() || node.input_size() != 1
        || node.output_size() != 1 || !parameters.contains(node.output(0)))
        return false;
    const auto source = m_graph.findValue(nameOf(node.input(0)));
    const auto* data = source ? m_graph.constantOf(*source) : nullptr;
    auto result = data ? castOf(node, *data) : std::nullopt;
    if (!result)
        return false;
    m_graph.addInitializer(node.output(0), std::move(*result));
    m_casts.insert(position);
    return true;
}

void GraphReader::declareNodeOutputs()
{
    const auto parameters = quantizerParameters(m_proto);
    for (int i = 0; i < m_proto.node_size(); ++i) {
        const auto& node = m_proto.node(i);
        throwIfStopped(m_sources.stop);
        withContext(describe(i), [&] {
            if (node.op_type().empty())
                throw Error(ErrorCode::InvalidGraph, "the node has no operator type");
            if (const auto opset = opsetOf(node))
                requireAttributes(node, normalisedDomain(node.domain()), *opset, m_sources.strangers);
            if (declareCast(i, parameters))
                return;
            for (const auto& output : node.output()) {
                if (output.empty())
                    continue;
                if (isConstantNode(node))
                    m_graph.addInitializer(output, constantOf(node, m_sources.tensors));
                else if (!isLeftOut(i))
                    m_graph.addValue(nameOf(output));
            }
        });
    }
}

void GraphReader::declare(const onnx::ValueInfoProto& info)
{
    const auto id = m_graph.findValue(info.name());
    if (!id || m_graph.constantOf(*id))
        return;
    auto [kind, type, shape] = declaredType(info.type());
    m_graph.setKind(*id, kind);
    if (type != graph::DataType::Undefined)
        m_graph.setType(*id, type);
    if (shape)
        m_graph.setShape(*id, std::move(*shape));
}

void GraphReader::applyDeclaredTypes()
{
    for (const auto& info : m_proto.value_info())
        declare(info);
    for (const auto& info : m_proto.output())
        declare(info);
}

Message GraphReader::describe(int position) const
{
    const auto& node = m_proto.node(position);
    const auto& name = m_names[std::size_t(position)];
    const auto domain = normalisedDomain(node.domain());
    const auto type = domain.empty() ? node.op_type() : domain + "." + node.op_type();
    const auto opset = opsetOf(node);
    return opset ? Message("node {} ({}, opset {})", name, type, *opset) : Message("node {} ({})", name, type);
}

std::optional<int> GraphReader::opsetOf(const onnx::NodeProto& node) const
{
    for (const auto& attribute : node.attribute())
        if (attribute.name() == kOpsetAttribute)
            return int(attribute.i());
    const auto domain = normalisedDomain(node.domain());
    const auto found = m_sources.opsets.find(domain);
    if (found != m_sources.opsets.end())
        return found->second;
    // Exporters forget to import the domains of their own; those have one version.
    return domain.empty() ? std::nullopt : std::optional(1);
}

std::optional<ValueId> GraphReader::resolve(const std::string& given)
{
    const auto& name = nameOf(given);
    if (const auto here = m_graph.findValue(name))
        return here;
    const auto outer = m_outer ? m_outer->resolve(name) : std::nullopt;
    if (!outer)
        return std::nullopt;
    const auto& value = m_outer->m_graph.value(*outer);
    const auto inner = m_graph.addValue(name, value.type, value.shape);
    m_graph.addCapture(*outer, inner);
    m_captured.push_back(*outer);
    return inner;
}

std::vector<ValueId> GraphReader::inputsOf(const onnx::NodeProto& node)
{
    std::vector<ValueId> inputs;
    for (const auto& input : node.input()) {
        const auto id = input.empty() ? ValueId{} : resolve(input);
        if (!id)
            throw Error(ErrorCode::InvalidGraph,
                        Message("input {} reads value {}, which nothing defines", inputs.size(), input));
        inputs.push_back(*id);
    }
    return inputs;
}

std::vector<ValueId> GraphReader::outputsOf(const onnx::NodeProto& node) const
{
    std::vector<ValueId> outputs;
    for (const auto& output : node.output()) {
        outputs.push_back(output.empty() ? ValueId{} : *m_graph.findValue(nameOf(output)));
    }
    return outputs;
}

graph::Attributes GraphReader::attributesOf(const onnx::NodeProto& node, std::vector<ValueId>& captures)
{
    graph::Attributes attributes;
    std::unordered_set<ValueId> known;
    const auto readBody = [&](const onnx::GraphProto& proto) {
        GraphReader reader(proto, m_sources, this);
        auto body = std::make_shared<const graph::Graph>(reader.read());
        for (const auto value : reader.captured())
            if (known.insert(value).second)
                captures.push_back(value);
        return body;
    };
    for (const auto& attribute : node.attribute()) {
        if (attribute.name() == kOpsetAttribute)
            continue;
        // The type that an Optional could hold says nothing about the value that it does hold.
        if (attribute.type() == onnx::AttributeProto::TYPE_PROTO)
            continue;
        if (graph::isOurs(attribute.name())) {
            logInfo(Message("{}: its attribute {} means something else here and is left out", node.name(),
                            attribute.name()));
            continue;
        }
        if (!attribute.ref_attr_name().empty())
            throw Error(
                ErrorCode::InvalidNode,
                Message("attribute {} refers to a function's attribute, but this is no function", attribute.name()));
        attributes.set(attribute.name(), readAttribute(attribute, m_sources.tensors, readBody));
    }
    return attributes;
}

void GraphReader::addNode(int position)
{
    throwIfStopped(m_sources.stop);
    const auto& node = m_proto.node(position);
    const auto opset = opsetOf(node);
    if (!opset)
        throw Error(ErrorCode::InvalidGraph, "the model imports no operator set of ai.onnx");
    graph::NodeSpec spec;
    spec.name = m_names[std::size_t(position)];
    spec.hasMadeUpName = spec.name != node.name();
    spec.domain = normalisedDomain(node.domain());
    spec.opType = node.op_type();
    spec.opset = *opset;
    spec.scope = scopeOf(spec.name);
    spec.inputs = inputsOf(node);
    spec.outputs = outputsOf(node);
    requireOperands(spec);
    spec.attributes = attributesOf(node, spec.captures);
    m_shapes.infer(m_graph.addNode(std::move(spec)));
}

void GraphReader::addOutputs()
{
    for (const auto& output : m_proto.output()) {
        const auto id = resolve(output.name());
        if (!id)
            throw Error(ErrorCode::InvalidGraph, Message("nothing defines the graph output {}", output.name()));
        m_graph.addOutput(*id);
    }
}

void GraphReader::addHandedThrough()
{
    for (const int position : m_leftOut.nodes) {
        const auto& node = m_proto.node(position);
        const auto& name = node.output(0) == nameOf(node.output(0)) ? node.input(0) : node.output(0);
        const auto value = m_graph.findValue(nameOf(name));
        if (value && !m_graph.findValue(name))
            m_graph.addHandedThrough({m_names[std::size_t(position)], name, *value});
    }
}

} // namespace

graph::Graph readGraph(const onnx::GraphProto& proto, const GraphSources& sources)
{
    return GraphReader(proto, sources, nullptr).read();
}

} // namespace ql::importers
