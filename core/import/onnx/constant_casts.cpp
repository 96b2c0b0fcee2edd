// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/constant_casts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace ql::importers {

namespace {

using graph::DataType;
using graph::TensorData;

constexpr std::size_t kMostElements = 1 << 16; ///< one for each channel

template <typename Integer>
std::optional<TensorData> wholeNumbers(DataType type, const graph::Shape& shape, const std::vector<double>& numbers)
{
    const auto fits = [](double number) {
        return number == std::trunc(number) && number >= double(std::numeric_limits<Integer>::lowest())
               && number <= double(std::numeric_limits<Integer>::max());
    };
    if (!std::ranges::all_of(numbers, fits))
        return std::nullopt;
    return TensorData::of<Integer>(type, shape, {numbers.begin(), numbers.end()});
}

bool isQuantizer(const onnx::NodeProto& node)
{
    return node.op_type() == "QuantizeLinear" || node.op_type() == "DequantizeLinear";
}

} // namespace

std::set<std::string> quantizerParameters(const onnx::GraphProto& graph)
{
    std::set<std::string> names;
    for (const auto& node : graph.node())
        if (isQuantizer(node))
            for (int slot = 1; slot < node.input_size(); ++slot)
                names.insert(node.input(slot));
    for (const auto& output : graph.output())
        names.erase(output.name());
    return names;
}

std::optional<TensorData> castOf(const onnx::NodeProto& node, const TensorData& data)
{
    const bool isNumber = graph::isFloatingPoint(data.type()) || graph::isQuantizedInteger(data.type())
                          || data.type() == DataType::Int32 || data.type() == DataType::Int64;
    if (node.attribute_size() != 1 || node.attribute(0).name() != "to" || !isNumber || data.size() > kMostElements)
        return std::nullopt;
    const auto numbers = data.toDoubles();
    switch (const auto type = graph::dataTypeFromNumber(node.attribute(0).i()).value_or(DataType::Undefined)) {
    case DataType::Float: return TensorData::of<float>(type, data.shape(), {numbers.begin(), numbers.end()});
    case DataType::Int8: return wholeNumbers<std::int8_t>(type, data.shape(), numbers);
    case DataType::UInt8: return wholeNumbers<std::uint8_t>(type, data.shape(), numbers);
    case DataType::Int16: return wholeNumbers<std::int16_t>(type, data.shape(), numbers);
    case DataType::UInt16: return wholeNumbers<std::uint16_t>(type, data.shape(), numbers);
    case DataType::Int32: return wholeNumbers<std::int32_t>(type, data.shape(), numbers);
    default: return std::nullopt;
    }
}

} // namespace ql::importers
