// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_attribute.h"

#include "core/base/error.h"

namespace ql::importers {

namespace {

using graph::DataType;
using graph::TensorData;
using onnx::AttributeProto;

template <typename Element, typename Field>
std::vector<Element> listOf(const Field& field)
{
    return {field.begin(), field.end()};
}

std::vector<graph::GraphPointer> bodiesOf(const AttributeProto& attribute, const BodyReader& readBody)
{
    std::vector<graph::GraphPointer> bodies;
    for (const auto& body : attribute.graphs())
        bodies.push_back(readBody(body));
    return bodies;
}

void requireField(const AttributeProto& attribute, bool isThere)
{
    if (!isThere)
        throw Error(ErrorCode::FileCorrupt, Message("attribute {} has a type but no value", attribute.name()));
}

template <typename Element>
TensorData vectorConstant(DataType type, std::vector<Element> values)
{
    return TensorData::of<Element>(type, {std::int64_t(values.size())}, values);
}

} // namespace

AttributeProto::AttributeType typeOf(const AttributeProto& attribute)
{
    if (attribute.type() != AttributeProto::UNDEFINED)
        return attribute.type();
    if (attribute.has_f())
        return AttributeProto::FLOAT;
    if (attribute.has_i())
        return AttributeProto::INT;
    if (attribute.has_s())
        return AttributeProto::STRING;
    if (attribute.has_t())
        return AttributeProto::TENSOR;
    if (attribute.has_g())
        return AttributeProto::GRAPH;
    if (attribute.has_sparse_tensor())
        return AttributeProto::SPARSE_TENSOR;
    if (attribute.floats_size() > 0)
        return AttributeProto::FLOATS;
    if (attribute.ints_size() > 0)
        return AttributeProto::INTS;
    if (attribute.strings_size() > 0)
        return AttributeProto::STRINGS;
    return attribute.graphs_size() > 0 ? AttributeProto::GRAPHS : AttributeProto::UNDEFINED;
}

graph::AttributeValue readAttribute(const AttributeProto& attribute, const TensorPool& tensors,
                                    const BodyReader& readBody)
{
    switch (typeOf(attribute)) {
    case AttributeProto::FLOAT: return double(attribute.f());
    case AttributeProto::INT: return std::int64_t(attribute.i());
    case AttributeProto::STRING: return attribute.s();
    case AttributeProto::FLOATS: return listOf<double>(attribute.floats());
    case AttributeProto::INTS: return listOf<std::int64_t>(attribute.ints());
    case AttributeProto::STRINGS: return listOf<std::string>(attribute.strings());
    case AttributeProto::GRAPHS: return bodiesOf(attribute, readBody);
    case AttributeProto::TENSOR: requireField(attribute, attribute.has_t()); return tensors.at(attribute.t());
    case AttributeProto::GRAPH: requireField(attribute, attribute.has_g()); return readBody(attribute.g());
    case AttributeProto::SPARSE_TENSOR:
        requireField(attribute, attribute.has_sparse_tensor());
        return tensors.at(attribute.sparse_tensor());
    default: break;
    }
    if (attribute.type() == AttributeProto::UNDEFINED)
        throw Error(ErrorCode::FileCorrupt, Message("attribute {} has no value", attribute.name()));
    throw Error(ErrorCode::UnsupportedFormat, Message("attribute {} holds {}, which is not read", attribute.name(),
                                                      AttributeProto::AttributeType_Name(attribute.type())));
}

TensorData constantOf(const onnx::NodeProto& node, const TensorPool& tensors)
{
    for (const auto& attribute : node.attribute()) {
        const auto& name = attribute.name();
        if (name == "value" && attribute.has_t())
            return tensors.at(attribute.t());
        if (name == "sparse_value" && attribute.has_sparse_tensor())
            return tensors.at(attribute.sparse_tensor());
        if (name == "value_float")
            return TensorData::of<float>(DataType::Float, {}, {attribute.f()});
        if (name == "value_int")
            return TensorData::of<std::int64_t>(DataType::Int64, {}, {attribute.i()});
        if (name == "value_string")
            return TensorData::ofStrings({}, {attribute.s()});
        if (name == "value_floats")
            return vectorConstant(DataType::Float, listOf<float>(attribute.floats()));
        if (name == "value_ints")
            return vectorConstant(DataType::Int64, listOf<std::int64_t>(attribute.ints()));
        if (name == "value_strings")
            return TensorData::ofStrings({attribute.strings_size()}, listOf<std::string>(attribute.strings()));
    }
    throw Error(ErrorCode::InvalidNode, "a Constant needs one of the attributes value, sparse_value or value_…");
}

} // namespace ql::importers
