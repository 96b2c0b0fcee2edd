// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/onnx_writer.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
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

void writeTensor(const TensorData& data, const std::string& name, onnx::TensorProto& proto)
{
    if (!name.empty())
        proto.set_name(name);
    proto.set_data_type(static_cast<int>(data.type()));
    for (const auto size : data.shape())
        proto.add_dims(size);
    if (data.type() == graph::DataType::String) {
        for (const auto& text : data.strings())
            proto.add_string_data(text);
        return;
    }
    const auto bytes = data.bytes();
    proto.set_raw_data(bytes.data(), bytes.size());
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

void writeGraph(const Graph& graph, const Names& outerNames, onnx::GraphProto& proto)
{
    const auto names = namesOf(graph, outerNames);
    const auto isOneOf = [](ValueId value, const std::vector<ValueId>& values) {
        return std::ranges::find(values, value) != values.end();
    };
    proto.set_name(graph.name().empty() ? "graph" : graph.name());
    for (const auto input : graph.inputs())
        writeValue(graph.value(input), names.at(input), *proto.add_input());
    for (const auto output : graph.outputs())
        writeValue(graph.value(output), names.at(output), *proto.add_output());
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id{std::int32_t(i)};
        const auto& value = graph.value(id);
        const bool isOutput = isOneOf(id, graph.outputs());
        if (value.initializer && (isOutput || !value.consumers.empty()))
            writeTensor(*value.initializer, names.at(id), *proto.add_initializer());
        else if (value.producer.isValid() && !isOutput && value.type != graph::DataType::Undefined)
            writeValue(value, names.at(id), *proto.add_value_info());
    }
    for (const auto id : graph::topologicalOrder(graph))
        writeNode(graph.node(id), names, *proto.add_node());
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

} // namespace

std::string onnxBytes(const Graph& graph)
{
    onnx::ModelProto model;
    auto opsets = graph.opsets();
    collectDomains(graph, opsets);
    for (const auto& [domain, version] : opsets) {
        auto& import = *model.add_opset_import();
        import.set_domain(domain);
        import.set_version(version);
    }
    model.set_ir_version(irVersionFor(opsets.contains("") ? opsets.at("") : 0));
    model.set_producer_name("quantloupe");
    if (graph.openBodies().empty())
        writeGraph(graph, {}, *model.mutable_graph());
    else
        writeGraph(graph::withClosedBodies(graph), {}, *model.mutable_graph());
    std::string bytes;
    if (model.ByteSizeLong() > std::size_t(std::numeric_limits<int>::max()) || !model.SerializeToString(&bytes))
        throw Error(ErrorCode::UnsupportedFormat, "the model is larger than 2 GiB, more than one ONNX file can hold");
    return bytes;
}

void writeOnnx(const Graph& graph, const std::filesystem::path& path)
{
    withContext(Message::text(path.string()), [&] { writeFileAtomically(path, onnxBytes(graph)); });
}

} // namespace ql::exporting
