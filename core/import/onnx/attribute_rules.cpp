// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_attribute.h"

#include "core/base/error.h"
#include "core/import/onnx/onnx_graph.h"
#include "core/import/operator_schema.h"

#include <algorithm>

namespace ql::importers {

namespace {

using onnx::AttributeProto;

bool holdsGraphs(const AttributeProto& attribute)
{
    return attribute.has_g() || attribute.graphs_size() > 0 || attribute.type() == AttributeProto::GRAPH
           || attribute.type() == AttributeProto::GRAPHS;
}

/// A list without entries may be of any type.
bool isEmptyList(const AttributeProto& attribute)
{
    constexpr AttributeProto::AttributeType kLists[]{AttributeProto::FLOATS, AttributeProto::INTS,
                                                     AttributeProto::STRINGS};
    return std::ranges::find(kLists, typeOf(attribute)) != std::end(kLists)
           && attribute.floats_size() + attribute.ints_size() + attribute.strings_size() == 0;
}

const onnx::OpSchema::Attribute* attributeOf(const OperatorSchema& schema, const std::string& name)
{
    if (!schema.standard)
        return nullptr;
    const auto found = schema.standard->attributes().find(name);
    return found == schema.standard->attributes().end() ? nullptr : &found->second;
}

void requireType(const AttributeProto& attribute, const onnx::OpSchema::Attribute& expected)
{
    const auto found = typeOf(attribute);
    if (found == AttributeProto::UNDEFINED || found == expected.type || isEmptyList(attribute))
        return; // without any value it is refused where it is read
    throw Error(ErrorCode::InvalidNode,
                Message("attribute {} holds {}, expected {}", attribute.name(),
                        AttributeProto::AttributeType_Name(found), AttributeProto::AttributeType_Name(expected.type)));
}

/// Before opset 7 many models were never held against anything. A body that is missing is missed by who runs it: the
/// rest can be looked at.
void requireAll(const onnx::NodeProto& node, const onnx::OpSchema& schema, int opset)
{
    constexpr int kFirstKept = 7;
    for (const auto& [name, attribute] : schema.attributes()) {
        const auto isIt = [&called = name](const AttributeProto& each) { return each.name() == called; };
        const bool isNeeded = attribute.required && attribute.type != AttributeProto::GRAPH;
        if (isNeeded && opset >= kFirstKept && std::ranges::none_of(node.attribute(), isIt))
            throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", name));
    }
}

/// As many as a line of text holds.
void note(std::set<std::string>& strangers, std::string stranger)
{
    constexpr std::size_t kMostNoted = 8;
    if (strangers.size() < kMostNoted)
        strangers.insert(std::move(stranger));
}

} // namespace

void requireAttributes(const onnx::NodeProto& node, const std::string& domain, int opset,
                       std::set<std::string>& strangers)
{
    const auto schema = operatorSchema(domain, node.op_type(), opset);
    if (!schema.isKnown)
        return;
    for (const auto& attribute : node.attribute()) {
        if (attribute.name() == kOpsetAttribute || attribute.type() == AttributeProto::TYPE_PROTO)
            continue;
        if (const auto* expected = attributeOf(schema, attribute.name()))
            requireType(attribute, *expected);
        else if (holdsGraphs(attribute))
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute {} holds a graph, and the operator has no such attribute", attribute.name()),
                        "remove it: it can't belong there");
        else if (schema.standard && !schema.isOutdated)
            note(strangers, attribute.name() + " of " + node.op_type());
    }
    if (schema.standard)
        requireAll(node, *schema.standard, opset);
}

} // namespace ql::importers
