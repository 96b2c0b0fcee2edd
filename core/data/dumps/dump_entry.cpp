// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dumps/dump_entry.h"

#include "core/base/error.h"

#include <cmath>

namespace ql::data {

namespace {

using graph::DataType;

[[noreturn]] void fail(const Message& message)
{
    throw Error(ErrorCode::FileCorrupt, message);
}

const Json* member(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::optional<DataType> typeOf(const Json& json, const char* key)
{
    const auto text = stringOf(json, key, false);
    if (text.empty())
        return std::nullopt;
    const auto type = graph::dataTypeFromName(text);
    if (!type)
        fail(Message("{} {} is no element type", key, text));
    return type;
}

std::optional<graph::Shape> shapeOf(const Json& json)
{
    const auto* list = member(json, "shape");
    if (!list)
        return std::nullopt;
    graph::Shape shape;
    if (!list->is_array())
        fail("shape is no list of numbers");
    for (const auto& size : *list) {
        if (!size.is_number_integer() || size.get<std::int64_t>() < 0)
            fail("shape is no list of numbers");
        shape.push_back(size.get<std::int64_t>());
    }
    graph::elementCount(shape); // throws when it overflows
    return shape;
}

/// A number or a list of numbers.
std::vector<Json> listOf(const Json& json, const char* key)
{
    const auto* found = member(json, key);
    std::vector<Json> items;
    if (found && found->is_array())
        items.assign(found->begin(), found->end());
    else if (found)
        items.push_back(*found);
    return items;
}

std::vector<double> scalesOf(const Json& json)
{
    std::vector<double> scales;
    for (const auto& item : listOf(json, "scale")) {
        if (!item.is_number() || !std::isfinite(item.get<double>()) || item.get<double>() <= 0.0)
            fail(Message("scale {} is no positive number", item.dump()));
        scales.push_back(item.get<double>());
    }
    return scales;
}

std::vector<std::int64_t> zeroPointsOf(const Json& json, std::size_t count)
{
    std::vector<std::int64_t> zeroPoints;
    for (const auto& item : listOf(json, "zero_point")) {
        if (!item.is_number_integer())
            fail(Message("zero_point {} is no integer", item.dump()));
        zeroPoints.push_back(item.get<std::int64_t>());
    }
    if (zeroPoints.empty())
        zeroPoints.assign(count, 0);
    if (zeroPoints.size() != count)
        fail(Message("{} zero points for {} scales", zeroPoints.size(), count));
    return zeroPoints;
}

std::optional<DumpedQuantizer> quantizerOf(const Json& json, const DumpedTensor& tensor)
{
    DumpedQuantizer quantizer;
    quantizer.scales = scalesOf(json);
    if (quantizer.scales.empty())
        return std::nullopt;
    quantizer.zeroPoints = zeroPointsOf(json, quantizer.scales.size());
    quantizer.type = typeOf(json, "quant_dtype").value_or(tensor.type.value_or(DataType::Int8));
    if (!graph::isQuantizedInteger(quantizer.type))
        fail(Message("a scale needs an integer type of 4 to 16 bits, found {}", graph::name(quantizer.type)));
    const auto* axis = member(json, "channel_axis");
    if (axis && !axis->is_number_integer())
        fail("channel_axis is no integer");
    if (quantizer.scales.size() > 1) {
        if (!axis)
            fail(Message("{} scales need a channel_axis", quantizer.scales.size()));
        quantizer.channelAxis = axis->get<std::int64_t>();
    }
    return quantizer;
}

} // namespace

std::string stringOf(const Json& json, const char* key, bool isRequired)
{
    const auto* found = member(json, key);
    if (!found && isRequired)
        fail(Message("{} is missing", key));
    if (found && !found->is_string())
        fail(Message("{} is no text", key));
    return found ? found->get<std::string>() : std::string();
}

DumpedTensor dumpEntry(const Json& json, const std::string& name)
{
    if (!json.is_object())
        fail("expected an object");
    DumpedTensor tensor;
    tensor.name = stringOf(json, "name", name.empty());
    if (tensor.name.empty())
        tensor.name = name;
    tensor.node = stringOf(json, "node", false);
    tensor.opType = stringOf(json, "op_type", false);
    tensor.type = typeOf(json, "dtype");
    tensor.shape = shapeOf(json);
    tensor.quantizer = quantizerOf(json, tensor);
    return tensor;
}

DataType storedType(DataType type)
{
    if (graph::isNarrowFloat(type))
        return DataType::Float;
    switch (type) {
    case DataType::Int2:
    case DataType::Int4: return DataType::Int8;
    case DataType::UInt2:
    case DataType::UInt4: return DataType::UInt8;
    case DataType::BFloat16: return DataType::Float;
    default: return type;
    }
}

} // namespace ql::data
