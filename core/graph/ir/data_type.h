// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ql::graph {

/// Element types, with the numbers that ONNX's TensorProto.DataType gives them.
enum class DataType : std::uint8_t {
    Undefined = 0,
    Float = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Double = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    UInt2 = 25,
    Int2 = 26
};
constexpr DataType kLastDataType = DataType::Int2;

/// numpy-like lower-case name: "float32", "int8", "bool", "bfloat16", "uint4", "undefined" …
std::string_view name(DataType type);
/// The inverse of name(); also takes "float" and "double". Nothing for an unknown name.
std::optional<DataType> dataTypeFromName(std::string_view name);
/// The type whose number in a file is @p number, Undefined for 0; nothing where there is none.
std::optional<DataType> dataTypeFromNumber(std::int64_t number);

/// Bits one element takes in a file; 0 for String and Undefined.
std::size_t bitsPerElement(DataType type);
/// Bytes that @p count elements take in a file; those of 2 and 4 bits pack four and two to a byte.
std::size_t packedByteCount(DataType type, std::size_t count);

bool isFloatingPoint(DataType type);
/// The float types of 4 and 8 bits, which nothing computes with: they are stored as bit patterns.
bool isNarrowFloat(DataType type);
/// Integer types of 2 to 16 bits: those a quantizer writes.
bool isQuantizedInteger(DataType type);
/// Lowest and highest integer of an integer type of at most 32 bits. @pre such a type
std::int64_t lowestOf(DataType type);
std::int64_t highestOf(DataType type);

} // namespace ql::graph
