// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/tensor.h"

#include "core/base/error.h"

#include <cstring>

namespace ql::ops {

using graph::DataType;

namespace {

/// Whether ATen keeps the elements exactly as a file does.
bool isStoredAlike(DataType type)
{
    switch (type) {
    case DataType::UInt16:
    case DataType::UInt32:
    case DataType::Int2:
    case DataType::UInt2:
    case DataType::Int4:
    case DataType::UInt4:
    case DataType::Float4E2M1: return false;
    default: return true;
    }
}

bool isAligned(const std::byte* address, std::size_t alignment)
{
    return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

template <typename Narrow, typename Wide>
void widen(std::span<const std::byte> bytes, Wide* target, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        Narrow value;
        std::memcpy(&value, bytes.data() + i * sizeof(Narrow), sizeof(Narrow));
        target[i] = static_cast<Wide>(value);
    }
}

template <typename Narrow, typename Wide>
void narrow(const Wide* source, std::vector<std::byte>& bytes, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<Narrow>(source[i]);
        std::memcpy(bytes.data() + i * sizeof(Narrow), &value, sizeof(Narrow));
    }
}

/// 4-bit elements lie two to a byte, low nibble first.
void unpackNibbles(std::span<const std::byte> bytes, std::uint8_t* target, std::size_t count, bool isSigned)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto pair = std::to_integer<unsigned>(bytes[i / 2]);
        const auto nibble = i % 2 == 0 ? pair & 0xFu : pair >> 4;
        target[i] = static_cast<std::uint8_t>(isSigned && nibble >= 8 ? nibble | 0xF0u : nibble);
    }
}

void packNibbles(const std::uint8_t* source, std::vector<std::byte>& bytes, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        bytes[i / 2] |= static_cast<std::byte>((source[i] & 0xFu) << (i % 2 == 0 ? 0 : 4));
}

void unpackQuarters(std::span<const std::byte> bytes, std::uint8_t* target, std::size_t count, bool isSigned)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto quarter = std::to_integer<unsigned>(bytes[i / 4]) >> (i % 4 * 2) & 3U;
        target[i] = static_cast<std::uint8_t>(isSigned && quarter > 1 ? quarter | 0xFCU : quarter);
    }
}

void packQuarters(const std::uint8_t* source, std::vector<std::byte>& bytes, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        bytes[i / 4] |= static_cast<std::byte>((source[i] & 3u) << (i % 4 * 2));
}

at::Tensor converted(const graph::TensorData& data, const at::TensorOptions& options)
{
    auto tensor = at::empty(data.shape(), options);
    switch (data.type()) {
    case DataType::UInt16: widen<std::uint16_t>(data.bytes(), tensor.data_ptr<std::int32_t>(), data.size()); break;
    case DataType::UInt32: widen<std::uint32_t>(data.bytes(), tensor.data_ptr<std::int64_t>(), data.size()); break;
    case DataType::Int4:
    case DataType::UInt4:
    case DataType::Float4E2M1:
        unpackNibbles(data.bytes(), static_cast<std::uint8_t*>(tensor.data_ptr()), data.size(),
                      data.type() == DataType::Int4);
        break;
    case DataType::Int2:
    case DataType::UInt2:
        unpackQuarters(data.bytes(), static_cast<std::uint8_t*>(tensor.data_ptr()), data.size(),
                       data.type() == DataType::Int2);
        break;
    default:
        if (!data.bytes().empty()) // nothing may be nowhere, which memcpy doesn't take
            std::memcpy(tensor.data_ptr(), data.bytes().data(), data.bytes().size());
    }
    return tensor;
}

} // namespace

Tensor::Tensor(at::Tensor tensor)
    : data(std::move(tensor))
    , type(data.defined() ? dataTypeOf(data.scalar_type()) : DataType::Undefined)
{
}

Tensor sequenceOf(std::vector<Tensor> items)
{
    Tensor sequence;
    sequence.items = std::make_shared<const std::vector<Tensor>>(std::move(items));
    return sequence;
}

Tensor mapOf(Tensor keys, Tensor values)
{
    auto map = sequenceOf({std::move(keys), std::move(values)});
    map.hasKeys = true;
    return map;
}

Tensor stringTensor(graph::Shape shape, std::vector<std::string> strings)
{
    return toTensor(graph::TensorData::ofStrings(std::move(shape), std::move(strings)));
}

at::ScalarType storageType(DataType type)
{
    switch (type) {
    case DataType::Float: return at::kFloat;
    case DataType::Double: return at::kDouble;
    case DataType::Float16: return at::kHalf;
    case DataType::BFloat16: return at::kBFloat16;
    case DataType::Bool: return at::kBool;
    case DataType::Int8:
    case DataType::Int2:
    case DataType::Int4: return at::kChar;
    case DataType::UInt8:
    case DataType::UInt2:
    case DataType::UInt4:
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
    case DataType::Float8E8M0:
    case DataType::Float4E2M1: return at::kByte;
    case DataType::Int16: return at::kShort;
    case DataType::Int32:
    case DataType::UInt16: return at::kInt;
    case DataType::Int64:
    case DataType::UInt32:
    case DataType::UInt64: return at::kLong;
    case DataType::Complex64: return at::kComplexFloat;
    case DataType::Complex128: return at::kComplexDouble;
    case DataType::String:
    case DataType::Undefined: break;
    }
    throw Error(ErrorCode::TypeMismatch, Message("tensors of type {} can't be computed with", graph::name(type)));
}

DataType dataTypeOf(at::ScalarType type)
{
    switch (type) {
    case at::kFloat: return DataType::Float;
    case at::kDouble: return DataType::Double;
    case at::kHalf: return DataType::Float16;
    case at::kBFloat16: return DataType::BFloat16;
    case at::kBool: return DataType::Bool;
    case at::kChar: return DataType::Int8;
    case at::kByte: return DataType::UInt8;
    case at::kShort: return DataType::Int16;
    case at::kInt: return DataType::Int32;
    case at::kLong: return DataType::Int64;
    case at::kComplexFloat: return DataType::Complex64;
    case at::kComplexDouble: return DataType::Complex128;
    default:
        throw Error(ErrorCode::TypeMismatch, Message("no ONNX element type equals LibTorch's {}", at::toString(type)));
    }
}

Tensor toTensor(const graph::TensorData& data)
{
    if (data.type() == DataType::String) {
        Tensor tensor;
        tensor.type = DataType::String;
        tensor.strings = std::make_shared<const graph::TensorData>(data);
        return tensor;
    }
    const auto options = at::TensorOptions().dtype(storageType(data.type()));
    const auto* bytes = data.bytes().data();
    const auto elementBytes = options.dtype().itemsize();
    if (data.size() == 0 || !isStoredAlike(data.type()) || !isAligned(bytes, elementBytes))
        return {converted(data, options), data.type()};
    // The constant's bytes may be a read-only mapping: kernels never write to their inputs.
    auto* shared = const_cast<std::byte*>(bytes);
    auto owner = data.storage();
    return {at::from_blob(
                shared, data.shape(), [owner](void*) {}, options),
            data.type()};
}

graph::TensorData toTensorData(const Tensor& tensor)
{
    if (tensor.holdsStrings())
        return *tensor.strings;
    if (!tensor.isDefined())
        throw Error(ErrorCode::TypeMismatch, tensor.isSequence() ? Message("a sequence of tensors is not one array")
                                             : tensor.isMap()    ? Message("a map is not one array")
                                                                 : Message("there is no tensor"));
    const auto contiguous = tensor.data.contiguous();
    const auto count = static_cast<std::size_t>(contiguous.numel());
    const auto byteCount = graph::packedByteCount(tensor.type, count);
    if (count > 0 && isStoredAlike(tensor.type)) {
        const auto* bytes = static_cast<const std::byte*>(contiguous.data_ptr());
        std::shared_ptr<const std::byte> shared(bytes, [contiguous](const std::byte*) {});
        return {tensor.type, tensor.shape(), std::move(shared), byteCount};
    }
    std::vector<std::byte> bytes(byteCount);
    switch (tensor.type) {
    case DataType::UInt16: narrow<std::uint16_t>(contiguous.data_ptr<std::int32_t>(), bytes, count); break;
    case DataType::UInt32: narrow<std::uint32_t>(contiguous.data_ptr<std::int64_t>(), bytes, count); break;
    case DataType::Int4:
    case DataType::UInt4:
    case DataType::Float4E2M1:
        packNibbles(static_cast<const std::uint8_t*>(contiguous.data_ptr()), bytes, count);
        break;
    case DataType::Int2:
    case DataType::UInt2: packQuarters(static_cast<const std::uint8_t*>(contiguous.data_ptr()), bytes, count); break;
    default: break;
    }
    return graph::TensorData::copyOf(tensor.type, tensor.shape(), bytes);
}

} // namespace ql::ops
