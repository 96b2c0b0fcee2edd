// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/onnx_writer.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/export/message_pieces.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/topology.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>

namespace ql::exporting {

namespace {

using graph::Graph;
using graph::TensorData;
using graph::ValueId;
/// Names of values of the graph that is being written.
using Names = std::unordered_map<ValueId, std::string>;

int irVersionFor(int opset)
{
    constexpr int kPlain = 8;
    return opset >= 21 ? kPlain + 2 : opset >= 20 ? kPlain + 1 : kPlain;
}

/// All but the numbers, which stand behind everything else in a message.
void describeTensor(const TensorData& data, const std::string& name, onnx::TensorProto& proto)
{
    if (!name.empty())
        proto.set_name(name);
    proto.set_data_type(static_cast<int>(data.type()));
    for (const auto size : data.shape())
        proto.add_dims(size);
    if (data.type() == graph::DataType::String)
        for (const auto& text : data.strings())
            proto.add_string_data(text);
}

void writeTensor(const TensorData& data, const std::string& name, onnx::TensorProto& proto)
{
    describeTensor(data, name, proto);
    if (data.type() != graph::DataType::String)
        proto.set_raw_data(data.bytes().data(), data.bytes().size());
}

void writeValue(const graph::Value& value, const std::string& name, onnx::ValueInfoProto& proto)
{
    proto.set_name(name);
    if (value.type == graph::DataType::Undefined)
        return;
    auto& tensor = *proto.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(static_cast<int>(value.type));
    if (!value.shape)
        return;
    auto& shape = *tensor.mutable_shape();
    for (const auto& dimension : *value.shape) {
        auto& written = *shape.add_dim();
        if (dimension.size >= 0)
            written.set_dim_value(dimension.size);
        else if (!dimension.symbol.empty())
            written.set_dim_param(dimension.symbol);
    }
}

void writeGraph(const Graph& graph, const Names& outerNames, onnx::GraphProto& proto);

/// One attribute; bodies are written with the names of the graph they stand in.
struct AttributeWriter {
    const Names& names;
    onnx::AttributeProto& proto;

    void operator()(std::int64_t value) const
    {
        proto.set_type(onnx::AttributeProto::INT);
        proto.set_i(value);
    }
    void operator()(double value) const
    {
        proto.set_type(onnx::AttributeProto::FLOAT);
        proto.set_f(static_cast<float>(value));
    }
    void operator()(const std::string& value) const
    {
        proto.set_type(onnx::AttributeProto::STRING);
        proto.set_s(value);
    }
    void operator()(const std::vector<std::int64_t>& values) const
    {
        proto.set_type(onnx::AttributeProto::INTS);
        proto.mutable_ints()->Add(values.begin(), values.end());
    }
    void operator()(const std::vector<double>& values) const
    {
        proto.set_type(onnx::AttributeProto::FLOATS);
        for (const double value : values)
            proto.add_floats(static_cast<float>(value));
    }
    void operator()(const std::vector<std::string>& values) const
    {
        proto.set_type(onnx::AttributeProto::STRINGS);
        for (const auto& value : values)
            proto.add_strings(value);
    }
    void operator()(const TensorData& value) const
    {
        proto.set_type(onnx::AttributeProto::TENSOR);
        writeTensor(value, {}, *proto.mutable_t());
    }
    void operator()(const graph::GraphPointer& body) const
    {
        proto.set_type(onnx::AttributeProto::GRAPH);
        writeGraph(*body, names, *proto.mutable_g());
    }
    void operator()(const std::vector<graph::GraphPointer>& bodies) const
    {
        proto.set_type(onnx::AttributeProto::GRAPHS);
        for (const auto& body : bodies)
            writeGraph(*body, names, *proto.add_graphs());
    }
};

Names namesOf(const Graph& graph, const Names& outerNames)
{
    Names names;
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        names[ValueId{std::int32_t(i)}] = graph.values()[i].name;
    for (const auto& capture : graph.captures())
        names[capture.inner] = outerNames.at(capture.outer);
    return names;
}

void writeNode(const graph::Node& node, const Names& names, onnx::NodeProto& proto)
{
    const auto nameOf = [&](ValueId value) { return value.isValid() ? names.at(value) : std::string(); };
    proto.set_name(node.name);
    proto.set_op_type(node.opType);
    if (!node.domain.empty())
        proto.set_domain(node.domain);
    for (const auto input : node.inputs)
        proto.add_input(nameOf(input));
    for (const auto output : node.outputs)
        proto.add_output(nameOf(output));
    for (const auto& [name, value] : node.attributes.entries()) {
        auto& attribute = *proto.add_attribute();
        attribute.set_name(name);
        std::visit(AttributeWriter{names, attribute}, value);
    }
}

bool isOutput(const Graph& graph, ValueId value)
{
    return std::ranges::find(graph.outputs(), value) != graph.outputs().end();
}

/// The constants that somebody reads.
std::vector<ValueId> writtenConstants(const Graph& graph)
{
    std::vector<ValueId> written;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id{std::int32_t(i)};
        const auto& value = graph.value(id);
        if (value.initializer && (isOutput(graph, id) || !value.consumers.empty()))
            written.push_back(id);
    }
    return written;
}

/// What stands in front of a graph's constants: its nodes and its name.
void writeNodes(const Graph& graph, const Names& names, onnx::GraphProto& proto)
{
    proto.set_name(graph.name().empty() ? "graph" : graph.name());
    for (const auto id : graph::topologicalOrder(graph))
        writeNode(graph.node(id), names, *proto.add_node());
}

/// What stands behind a graph's constants: what is known of other values.
void writeValues(const Graph& graph, const Names& names, onnx::GraphProto& proto)
{
    for (const auto input : graph.inputs())
        writeValue(graph.value(input), names.at(input), *proto.add_input());
    for (const auto output : graph.outputs())
        writeValue(graph.value(output), names.at(output), *proto.add_output());
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id{std::int32_t(i)};
        const auto& value = graph.value(id);
        if (value.producer.isValid() && !isOutput(graph, id) && value.type != graph::DataType::Undefined)
            writeValue(value, names.at(id), *proto.add_value_info());
    }
}

void writeGraph(const Graph& graph, const Names& outerNames, onnx::GraphProto& proto)
{
    const auto names = namesOf(graph, outerNames);
    writeNodes(graph, names, proto);
    for (const auto id : writtenConstants(graph))
        writeTensor(*graph.value(id).initializer, names.at(id), *proto.add_initializer());
    writeValues(graph, names, proto);
}

/// @throws Error (UnsupportedFormat) for more bytes than protobuf writes
void requireWritable(std::size_t bytes)
{
    if (bytes > std::size_t(std::numeric_limits<int>::max()))
        throw Error(ErrorCode::UnsupportedFormat, "the model is larger than 2 GiB, more than one ONNX file can hold");
}

template <typename Proto>
std::string serialized(const Proto& proto)
{
    requireWritable(proto.ByteSizeLong());
    return proto.SerializeAsString();
}

MessagePieces tensorPieces(const TensorData& data, const std::string& name)
{
    onnx::TensorProto described;
    describeTensor(data, name, described);
    MessagePieces pieces;
    pieces.add(serialized(described));
    if (data.type() != graph::DataType::String)
        pieces.addField(onnx::TensorProto::kRawDataFieldNumber, data);
    return pieces;
}

/// Byte for byte what protobuf makes of writeGraph(): it writes fields in the order of their numbers.
MessagePieces graphPieces(const Graph& graph)
{
    const auto names = namesOf(graph, {});
    onnx::GraphProto before;
    onnx::GraphProto after;
    writeNodes(graph, names, before);
    writeValues(graph, names, after);
    MessagePieces pieces;
    pieces.add(serialized(before));
    for (const auto id : writtenConstants(graph))
        pieces.addField(onnx::GraphProto::kInitializerFieldNumber,
                        tensorPieces(*graph.value(id).initializer, names.at(id)));
    pieces.add(serialized(after));
    return pieces;
}

/// The operator sets that nodes are written in, bodies included: the graph's own, and those of domains it lacks.
void collectDomains(const Graph& graph, std::map<std::string, int>& opsets)
{
    for (const auto& node : graph.nodes()) {
        opsets.emplace(node.domain, node.opset);
        for (const auto& [name, value] : node.attributes.entries()) {
            if (const auto* body = std::get_if<graph::GraphPointer>(&value))
                collectDomains(**body, opsets);
            if (const auto* bodies = std::get_if<std::vector<graph::GraphPointer>>(&value))
                for (const auto& body : *bodies)
                    collectDomains(*body, opsets);
        }
    }
}

MessagePieces modelPieces(const Graph& graph)
{
    auto opsets = graph.opsets();
    collectDomains(graph, opsets);
    onnx::ModelProto before;
    onnx::ModelProto after;
    before.set_ir_version(irVersionFor(opsets.contains("") ? opsets.at("") : 0));
    before.set_producer_name("quantloupe");
    for (const auto& [domain, version] : opsets) {
        auto& import = *after.add_opset_import();
        import.set_domain(domain);
        import.set_version(version);
    }
    MessagePieces pieces;
    pieces.add(serialized(before));
    const auto add = [&pieces](const Graph& closed) {
        pieces.addField(onnx::ModelProto::kGraphFieldNumber, graphPieces(closed));
    };
    if (graph.openBodies().empty())
        add(graph);
    else
        add(graph::withClosedBodies(graph));
    pieces.add(serialized(after));
    requireWritable(pieces.size());
    return pieces;
}

} // namespace

std::string onnxBytes(const Graph& graph)
{
    const auto pieces = modelPieces(graph);
    std::string bytes;
    bytes.reserve(pieces.size());
    pieces.forEach([&bytes](std::string_view piece) { bytes += piece; });
    return bytes;
}

void writeOnnx(const Graph& graph, const std::filesystem::path& path)
{
    withContext(Message::text(path.string()), [&] {
        const auto pieces = modelPieces(graph);
        AtomicFile file(path);
        pieces.forEach([&file](std::string_view piece) {
            file.stream().write(piece.data(), static_cast<std::streamsize>(piece.size()));
        });
        file.commit();
    });
}

} // namespace ql::exporting
