// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_tensor.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace ql::importers {

namespace {

using graph::DataType;
using graph::Shape;
using graph::TensorData;

/// The sizes of a tensor, refused when hostile: nobody's memory holds 2^47 elements, and later code may multiply sizes
/// even where another one is 0.
Shape shapeOf(const google::protobuf::RepeatedField<std::int64_t>& dims)
{
    constexpr std::int64_t kMostElements = std::int64_t{1} << 47;
    Shape shape(dims.begin(), dims.end());
    std::int64_t product = 1;
    for (const auto size : shape) {
        if (size < 0)
            throw Error(ErrorCode::FileCorrupt, Message("shape {} has a negative size", graph::toString(shape)));
        if (size > kMostElements / product)
            throw Error(ErrorCode::FileCorrupt, Message("shape {} has too many elements", graph::toString(shape)));
        product *= std::max<std::int64_t>(size, 1);
    }
    return shape;
}

DataType typeOf(const onnx::TensorProto& proto)
{
    const auto type = graph::dataTypeFromNumber(proto.data_type());
    if (!type)
        throw Error(ErrorCode::UnsupportedFormat, Message("element type {} is not known", proto.data_type()));
    if (*type == DataType::Undefined)
        throw Error(ErrorCode::FileCorrupt, "tensor has no element type");
    return *type;
}

void checkEntries(std::size_t found, std::size_t expected, DataType type, const Shape& shape)
{
    if (found != expected)
        throw Error(ErrorCode::FileCorrupt, Message("{} tensor of shape {} has {} entries, expected {}",
                                                    graph::name(type), graph::toString(shape), found, expected));
}

/// Shares @p values, whatever holds them.
template <typename Container>
TensorData share(DataType type, Shape shape, std::shared_ptr<const Container> values)
{
    const auto bytes = std::as_bytes(std::span(values->data(), values->size()));
    return {type, std::move(shape), std::shared_ptr<const std::byte>(values, bytes.data()), bytes.size()};
}

template <typename Stored, typename Field>
TensorData fromField(DataType type, Shape shape, Field& field, std::size_t perElement = 1)
{
    checkEntries(std::size_t(field.size()), graph::elementCount(shape) * perElement, type, shape);
    auto values = std::make_shared<std::vector<Stored>>();
    values->reserve(std::size_t(field.size()));
    for (const auto value : field)
        values->push_back(static_cast<Stored>(value));
    if (values->size() * sizeof(Stored) > kTakenBytes)
        field.Clear();
    return share<std::vector<Stored>>(type, std::move(shape), std::move(values));
}

/// Types of 2 and 4 bits: each entry holds one packed byte, as the standard says; one element per entry is taken as
/// well.
TensorData fromPacked(DataType type, Shape shape, google::protobuf::RepeatedField<std::int32_t>& field)
{
    const auto count = graph::elementCount(shape);
    const auto packed = graph::packedByteCount(type, count);
    const auto found = std::size_t(field.size());
    if (found == packed || found != count) {
        checkEntries(found, packed, type, shape);
        return share<std::vector<std::uint8_t>>(
            type, std::move(shape), std::make_shared<std::vector<std::uint8_t>>(field.begin(), field.end()));
    }
    const auto bits = graph::bitsPerElement(type), perByte = 8 / bits;
    const auto mask = (1U << bits) - 1;
    auto bytes = std::make_shared<std::vector<std::uint8_t>>(packed);
    for (std::size_t i = 0; i < count; ++i)
        (*bytes)[i / perByte] |= std::uint8_t((unsigned(field[int(i)]) & mask) << (i % perByte * bits));
    return share<std::vector<std::uint8_t>>(type, std::move(shape), std::move(bytes));
}

TensorData fromTypedField(DataType type, Shape shape, onnx::TensorProto& proto)
{
    switch (type) {
    case DataType::Float: return fromField<float>(type, std::move(shape), *proto.mutable_float_data());
    case DataType::Complex64: return fromField<float>(type, std::move(shape), *proto.mutable_float_data(), 2);
    case DataType::Double: return fromField<double>(type, std::move(shape), *proto.mutable_double_data());
    case DataType::Complex128: return fromField<double>(type, std::move(shape), *proto.mutable_double_data(), 2);
    case DataType::Int64: return fromField<std::int64_t>(type, std::move(shape), *proto.mutable_int64_data());
    case DataType::UInt64: return fromField<std::uint64_t>(type, std::move(shape), *proto.mutable_uint64_data());
    case DataType::UInt32: return fromField<std::uint32_t>(type, std::move(shape), *proto.mutable_uint64_data());
    case DataType::Int32: return fromField<std::int32_t>(type, std::move(shape), *proto.mutable_int32_data());
    case DataType::Bool: {
        for (auto& value : *proto.mutable_int32_data())
            value = value != 0;
        return fromField<std::uint8_t>(type, std::move(shape), *proto.mutable_int32_data());
    }
    case DataType::UInt2:
    case DataType::Int2:
    case DataType::UInt4:
    case DataType::Int4:
    case DataType::Float4E2M1: return fromPacked(type, std::move(shape), *proto.mutable_int32_data());
    default: break;
    }
    // Everything narrower stands in int32_data: integers by value, 16- and 8-bit floats by bit pattern.
    if (graph::bitsPerElement(type) == 16)
        return fromField<std::uint16_t>(type, std::move(shape), *proto.mutable_int32_data());
    return fromField<std::uint8_t>(type, std::move(shape), *proto.mutable_int32_data());
}

TensorData fromStrings(Shape shape, onnx::TensorProto& proto)
{
    checkEntries(std::size_t(proto.string_data_size()), graph::elementCount(shape), DataType::String, shape);
    return TensorData::ofStrings(std::move(shape), {proto.string_data().begin(), proto.string_data().end()});
}

TensorData fromRawBytes(DataType type, Shape shape, onnx::TensorProto& proto)
{
    const auto found = proto.raw_data().size();
    const auto needed = graph::packedByteCount(type, graph::elementCount(shape));
    if (found != needed)
        throw Error(ErrorCode::FileCorrupt, Message("{} tensor of shape {} has {} bytes, expected {}",
                                                    graph::name(type), graph::toString(shape), found, needed));
    if (found <= kTakenBytes)
        return TensorData::copyOf(type, std::move(shape), std::as_bytes(std::span(proto.raw_data())));
    auto taken = std::make_shared<std::string>(std::move(*proto.mutable_raw_data()));
    proto.clear_raw_data();
    return share<std::string>(type, std::move(shape), std::move(taken));
}

/// A byte that is neither 0 nor 1 is no bool to any C++ code that meets it later.
TensorData normaliseBools(TensorData data, ExpansionBudget& budget)
{
    const auto bytes = data.bytes();
    if (std::ranges::all_of(bytes, [](std::byte byte) { return byte <= std::byte{1}; }))
        return data;
    budget.make(bytes.size());
    std::vector<std::uint8_t> values;
    std::ranges::transform(bytes, std::back_inserter(values), [](std::byte byte) { return byte != std::byte{0}; });
    return TensorData::of(DataType::Bool, data.shape(), values);
}

/// Flat positions of the values, from indices that are either flat or one row of coordinates per value.
std::vector<std::int64_t> flatPositions(const graph::TensorData& indices, const Shape& dense, std::size_t valueCount)
{
    const auto rank = dense.size();
    const bool isFlat = indices.shape().size() == 1;
    const bool isRows = indices.shape().size() == 2 && std::size_t(indices.shape()[1]) == rank;
    const auto numbers = indices.toInts();
    if ((!isFlat && !isRows) || numbers.size() != valueCount * (isFlat ? 1 : rank))
        throw Error(ErrorCode::FileCorrupt,
                    Message("sparse tensor of shape {} has {} values and indices of shape {}", graph::toString(dense),
                            valueCount, graph::toString(indices.shape())));
    if (isFlat)
        return numbers;
    std::vector<std::int64_t> flat;
    for (std::size_t value = 0; value < valueCount; ++value) {
        std::int64_t position = 0;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            const auto coordinate = numbers[value * rank + axis];
            if (coordinate < 0 || coordinate >= dense[axis])
                throw Error(ErrorCode::FileCorrupt,
                            Message("sparse index {} lies outside shape {}", coordinate, graph::toString(dense)));
            position = position * dense[axis] + coordinate;
        }
        flat.push_back(position);
    }
    return flat;
}

} // namespace

TensorData readTensor(onnx::TensorProto& proto, ExternalData& external)
{
    const auto type = typeOf(proto);
    auto shape = shapeOf(proto.dims());
    if (proto.has_segment())
        throw Error(ErrorCode::UnsupportedFormat, "tensors stored in segments are not read");
    TensorData data;
    if (proto.data_location() == onnx::TensorProto::EXTERNAL)
        data = external.read(proto, type, std::move(shape));
    else if (type == DataType::String)
        return fromStrings(std::move(shape), proto);
    else if (auto payload = external.readPayload(proto, type, shape))
        data = std::move(*payload);
    else if (proto.has_raw_data())
        data = fromRawBytes(type, std::move(shape), proto);
    else
        data = fromTypedField(type, std::move(shape), proto);
    return type == DataType::Bool ? normaliseBools(std::move(data), external.budget()) : data;
}

graph::TensorData readSparseTensor(onnx::SparseTensorProto& proto, ExternalData& external)
{
    const auto values = readTensor(*proto.mutable_values(), external);
    const auto indices = readTensor(*proto.mutable_indices(), external);
    const auto width = graph::bitsPerElement(values.type()) / 8;
    if (width == 0)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("sparse tensors of {} are not read", graph::name(values.type())));
    const auto shape = shapeOf(proto.dims());
    const auto count = graph::elementCount(shape);
    const auto positions = flatPositions(indices, shape, values.size());
    withContext(Message("sparse tensor of shape {}", graph::toString(shape)),
                [&] { external.budget().make(count, width); });
    auto dense = allocateBytes(count * width);
    std::memset(dense.get(), 0, count * width);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] < 0 || std::size_t(positions[i]) >= count)
            throw Error(ErrorCode::FileCorrupt,
                        Message("sparse index {} lies outside shape {}", positions[i], graph::toString(shape)));
        std::memcpy(dense.get() + std::size_t(positions[i]) * width, values.bytes().data() + i * width, width);
    }
    return {values.type(), shape, std::move(dense), count * width};
}

} // namespace ql::importers
