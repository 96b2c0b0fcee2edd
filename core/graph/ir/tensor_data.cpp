// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/tensor_data.h"

#include "core/base/error.h"
#include "core/graph/ir/minifloat.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace ql::graph {

namespace {

template <typename T>
T readAt(std::span<const std::byte> bytes, std::size_t i)
{
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    return value;
}

/// Of several elements to a byte, the lowest bits first.
std::int64_t packedAt(std::span<const std::byte> bytes, std::size_t i, std::size_t bits, bool isSigned)
{
    const auto perByte = 8 / bits;
    const auto byte = std::to_integer<unsigned>(bytes[i / perByte]);
    const auto count = std::int64_t{1} << bits;
    const auto number = std::int64_t(byte >> (i % perByte * bits)) & (count - 1);
    return isSigned && number >= count / 2 ? number - count : number;
}

/// Element @p i as an integer; the caller has checked that the type is one.
std::int64_t intAt(DataType type, std::span<const std::byte> bytes, std::size_t i)
{
    switch (type) {
    case DataType::Bool:
    case DataType::UInt8: return readAt<std::uint8_t>(bytes, i);
    case DataType::Int8: return readAt<std::int8_t>(bytes, i);
    case DataType::UInt16: return readAt<std::uint16_t>(bytes, i);
    case DataType::Int16: return readAt<std::int16_t>(bytes, i);
    case DataType::Int32: return readAt<std::int32_t>(bytes, i);
    case DataType::UInt32: return readAt<std::uint32_t>(bytes, i);
    case DataType::Int64: return readAt<std::int64_t>(bytes, i);
    case DataType::UInt64: return std::int64_t(readAt<std::uint64_t>(bytes, i));
    case DataType::UInt2: return packedAt(bytes, i, 2, false);
    case DataType::Int2: return packedAt(bytes, i, 2, true);
    case DataType::UInt4: return packedAt(bytes, i, 4, false);
    case DataType::Int4: return packedAt(bytes, i, 4, true);
    default: throw Error(ErrorCode::TypeMismatch, Message("tensor has type {}, expected an integer type", name(type)));
    }
}

double doubleAt(DataType type, std::span<const std::byte> bytes, std::size_t i)
{
    switch (type) {
    case DataType::Float: return double(readAt<float>(bytes, i));
    case DataType::Double: return readAt<double>(bytes, i);
    case DataType::Float16:
    case DataType::BFloat16: return decodeMinifloat(type, readAt<std::uint16_t>(bytes, i));
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
    case DataType::Float8E8M0: return decodeMinifloat(type, readAt<std::uint8_t>(bytes, i));
    case DataType::Float4E2M1: return decodeMinifloat(type, std::uint16_t(packedAt(bytes, i, 4, false)));
    case DataType::UInt64: return double(readAt<std::uint64_t>(bytes, i));
    default: return double(intAt(type, bytes, i));
    }
}

} // namespace

std::string toString(const Shape& shape)
{
    return shape.empty() ? std::string("scalar") : fmt::format("{}", fmt::join(shape, "x"));
}

std::size_t elementCount(const Shape& shape)
{
    std::size_t count = 1;
    bool isEmpty = false;
    for (const auto size : shape) {
        if (size < 0)
            throw Error(ErrorCode::FileCorrupt, Message("shape {} has a negative dimension", toString(shape)));
        isEmpty = isEmpty || size == 0;
        std::size_t product = 0;
        if (size > 0 && __builtin_mul_overflow(count, std::size_t(size), &product))
            throw Error(ErrorCode::FileCorrupt, Message("shape {} has too many elements", toString(shape)));
        count = size > 0 ? product : count;
    }
    // Bytes must be countable too, whatever the element type.
    if (!isEmpty && count > std::size_t(std::numeric_limits<std::int64_t>::max()) / 16)
        throw Error(ErrorCode::FileCorrupt, Message("shape {} has too many elements", toString(shape)));
    return isEmpty ? 0 : count;
}

TensorData::TensorData(DataType type, Shape shape, std::shared_ptr<const std::byte> bytes, std::size_t byteCount)
    : m_type(type)
    , m_shape(std::move(shape))
    , m_size(elementCount(m_shape))
    , m_byteCount(byteCount)
    , m_bytes(std::move(bytes))
{
    const auto expected = packedByteCount(m_type, m_size);
    if (byteCount != expected)
        throw Error(ErrorCode::FileCorrupt, Message("{} tensor of shape {} has {} bytes, expected {}", name(m_type),
                                                    toString(m_shape), byteCount, expected));
}

TensorData TensorData::copyOf(DataType type, Shape shape, std::span<const std::byte> bytes)
{
    auto copy = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
    std::shared_ptr<const std::byte> first(copy, copy->data());
    return {type, std::move(shape), std::move(first), bytes.size()};
}

TensorData TensorData::ofStrings(Shape shape, std::vector<std::string> strings)
{
    TensorData data;
    data.m_type = DataType::String;
    data.m_shape = std::move(shape);
    data.m_size = elementCount(data.m_shape);
    if (strings.size() != data.m_size)
        throw Error(ErrorCode::FileCorrupt, Message("string tensor of shape {} has {} strings, expected {}",
                                                    toString(data.m_shape), strings.size(), data.m_size));
    data.m_strings = std::make_shared<const std::vector<std::string>>(std::move(strings));
    return data;
}

const std::vector<std::string>& TensorData::strings() const
{
    if (!m_strings)
        throw Error(ErrorCode::TypeMismatch, Message("tensor has type {}, expected string", name(m_type)));
    return *m_strings;
}

bool TensorData::isFinite() const
{
    return m_isFinite.orFind([this] { return readsFinite(); });
}

/// One pass without a copy where it is of float32, as weights are.
bool TensorData::readsFinite() const
{
    if (m_type != DataType::Float)
        return std::ranges::all_of(toDoubles(), [](double value) { return std::isfinite(value); });
    constexpr std::uint32_t kExponent = 0x7f800000U; // all ones in NaN and infinity alone
    std::uint32_t others = 0;                        // as wide as the numbers, so that the loop is vectorized
    for (std::size_t i = 0; i < m_size; ++i)
        others |= std::uint32_t((readAt<std::uint32_t>(bytes(), i) & kExponent) == kExponent);
    return others == 0;
}

std::vector<double> TensorData::toDoubles() const
{
    std::vector<double> values(m_size);
    if (m_type == DataType::Float) { // most constants, and large ones: no decision for each element
        for (std::size_t i = 0; i < m_size; ++i)
            values[i] = double(readAt<float>(bytes(), i));
        return values;
    }
    for (std::size_t i = 0; i < m_size; ++i)
        values[i] = doubleAt(m_type, bytes(), i);
    return values;
}

std::vector<std::int64_t> TensorData::toInts() const
{
    std::vector<std::int64_t> values(m_size);
    for (std::size_t i = 0; i < m_size; ++i)
        values[i] = intAt(m_type, bytes(), i);
    return values;
}

} // namespace ql::graph
