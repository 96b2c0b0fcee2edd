// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/function_body.h"

#include "core/base/error.h"
#include "core/import/onnx/onnx_graph.h"
#include "core/import/onnx/onnx_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

namespace ql::importers {

namespace {

/// Calls @p visit with the text of every field numbered @p field that @p message doesn't know.
template <typename Visit>
void forEachUnknown(const google::protobuf::Message& message, int field, Visit&& visit)
{
    const auto& fields = message.GetReflection()->GetUnknownFields(message);
    for (int i = 0; i < fields.field_count(); ++i)
        if (fields.field(i).number() == field
            && fields.field(i).type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
            visit(fields.field(i).length_delimited());
}

/// The function's node names, which nodeNames() makes from a graph.
std::vector<std::string> namesWithin(const onnx::FunctionProto& function)
{
    onnx::GraphProto graph;
    for (const auto& node : function.node()) {
        auto& copy = *graph.add_node();
        copy.set_name(node.name());
        copy.set_op_type(node.op_type());
    }
    return nodeNames(graph);
}

} // namespace

FunctionBody::FunctionBody(const onnx::FunctionProto& function, const onnx::NodeProto& call,
                           std::unordered_set<std::string>& valueNames)
    : m_function(function)
    , m_call(call)
    , m_valueNames(valueNames)
    , m_nodeNames(namesWithin(function))
{
    if (call.input_size() > function.input_size() || call.output_size() > function.output_size())
        throw Error(ErrorCode::InvalidGraph,
                    Message("the call has {} inputs and {} outputs, the function {} and {}", call.input_size(),
                            call.output_size(), function.input_size(), function.output_size()));
    for (int i = 0; i < function.input_size(); ++i)
        m_names[function.input(i)] = i < call.input_size() ? call.input(i) : std::string();
    bindOutputs();
    nameOwnValues();
    readDefaults();
}

void FunctionBody::bindOutputs()
{
    for (int i = 0; i < m_call.output_size(); ++i) {
        if (m_call.output(i).empty())
            continue;
        const auto [entry, isNew] = m_names.emplace(m_function.output(i), m_call.output(i));
        if (!isNew) // an input handed through, or one value handed out twice
            m_passedThrough.emplace_back(entry->second, m_call.output(i));
    }
}

void FunctionBody::nameOwnValues()
{
    for (const auto& node : m_function.node())
        for (const auto& output : node.output())
            if (!output.empty() && !m_names.contains(output))
                m_names.emplace(output, freshValue(output));
}

void FunctionBody::readDefaults()
{
    constexpr int kAttributeProtoField = 11;
    forEachUnknown(m_function, kAttributeProtoField, [&](const std::string& bytes) {
        onnx::AttributeProto attribute;
        if (!attribute.ParseFromString(bytes))
            throw Error(ErrorCode::FileCorrupt, "the function has a damaged default attribute");
        m_defaults.push_back(std::move(attribute));
    });
}

std::string FunctionBody::freshValue(const std::string& name)
{
    const auto stem = m_call.name() + "/" + name;
    auto fresh = stem;
    for (int copy = 2; !m_valueNames.insert(fresh).second; ++copy)
        fresh = fmt::format("{}_{}", stem, copy);
    return fresh;
}

std::string FunctionBody::scoped(std::string_view nodeName) const
{
    while (nodeName.starts_with('/'))
        nodeName.remove_prefix(1);
    return fmt::format("{}/{}", m_call.name(), nodeName);
}

onnx::NodeProto FunctionBody::instantiate(int position)
{
    auto node = m_function.node(position);
    node.set_name(scoped(m_nodeNames[std::size_t(position)]));
    resolveReferences(node);
    rename(node, m_names);
    return node;
}

void FunctionBody::rename(onnx::NodeProto& node, const Names& names)
{
    const auto renamed = [&](const std::string& name) -> std::string {
        if (name.empty())
            return {};
        const auto known = names.find(name);
        if (known == names.end())
            throw Error(ErrorCode::InvalidGraph, Message("function {}: node {} reads value {}, which nothing defines",
                                                         m_function.name(), node.name(), name));
        return known->second;
    };
    for (auto& input : *node.mutable_input())
        input = renamed(input);
    for (auto& output : *node.mutable_output())
        output = renamed(output);
    for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g())
            renameBody(*attribute.mutable_g(), names);
        for (auto& body : *attribute.mutable_graphs())
            renameBody(body, names);
    }
}

void FunctionBody::renameBody(onnx::GraphProto& graph, Names names)
{
    std::unordered_set<std::string> own;
    collectOwnValueNames(graph, own);
    for (const auto& name : own)
        names[name] = freshValue(name);
    const auto rename = [&](std::string& name) {
        if (const auto known = names.find(name); known != names.end())
            name = known->second;
    };
    for (auto& initializer : *graph.mutable_initializer())
        rename(*initializer.mutable_name());
    for (auto& initializer : *graph.mutable_sparse_initializer())
        rename(*initializer.mutable_values()->mutable_name());
    for (auto& input : *graph.mutable_input())
        rename(*input.mutable_name());
    for (auto& output : *graph.mutable_output())
        rename(*output.mutable_name());
    const auto nodeNamesHere = nodeNames(graph);
    for (int i = 0; i < graph.node_size(); ++i) {
        auto& node = *graph.mutable_node(i);
        node.set_name(scoped(nodeNamesHere[std::size_t(i)]));
        resolveReferences(node);
        this->rename(node, names);
    }
    graph.clear_value_info();
}

void FunctionBody::resolveReferences(onnx::NodeProto& node) const
{
    google::protobuf::RepeatedPtrField<onnx::AttributeProto> resolved;
    for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.ref_attr_name().empty()) {
            resolved.Add()->Swap(&attribute);
        } else if (const auto* value = argument(attribute.ref_attr_name())) {
            auto& copy = *resolved.Add();
            copy = *value;
            copy.set_name(attribute.name());
        } // neither given nor with a default: the operator's own default holds
    }
    node.mutable_attribute()->Swap(&resolved);
}

const onnx::AttributeProto* FunctionBody::argument(const std::string& name) const
{
    const auto isNamed = [&](const onnx::AttributeProto& attribute) { return attribute.name() == name; };
    const auto given = std::ranges::find_if(m_call.attribute(), isNamed);
    if (given != m_call.attribute().end())
        return &*given;
    const auto fallback = std::ranges::find_if(m_defaults, isNamed);
    return fallback == m_defaults.end() ? nullptr : &*fallback;
}

std::vector<onnx::NodeProto> FunctionBody::passedThrough() const
{
    std::vector<onnx::NodeProto> nodes;
    for (const auto& [from, to] : m_passedThrough) {
        auto& node = nodes.emplace_back();
        node.set_op_type("Identity");
        node.set_name(fmt::format("{}/Identity_{}", m_call.name(), nodes.size()));
        node.add_input(from);
        node.add_output(to);
    }
    return nodes;
}

void collectOwnValueNames(const onnx::GraphProto& graph, std::unordered_set<std::string>& names)
{
    for (const auto& input : graph.input())
        names.insert(input.name());
    for (const auto& initializer : graph.initializer())
        names.insert(initializer.name());
    for (const auto& initializer : graph.sparse_initializer())
        names.insert(initializer.values().name());
    for (const auto& node : graph.node())
        names.insert(node.output().begin(), node.output().end());
    names.erase(std::string());
}

void collectValueNames(const onnx::GraphProto& graph, std::unordered_set<std::string>& names)
{
    collectOwnValueNames(graph, names);
    for (const auto& node : graph.node())
        for (const auto& attribute : node.attribute()) {
            if (attribute.has_g())
                collectValueNames(attribute.g(), names);
            for (const auto& body : attribute.graphs())
                collectValueNames(body, names);
        }
}

std::string unknownText(const google::protobuf::Message& message, int field)
{
    std::string text;
    forEachUnknown(message, field, [&](const std::string& found) { text = found; });
    return text;
}

void setOpset(onnx::NodeProto& node, std::int64_t version)
{
    auto& attribute = *node.add_attribute();
    attribute.set_name(kOpsetAttribute);
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(version);
}

} // namespace ql::importers
