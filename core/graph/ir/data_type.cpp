// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/data_type.h"

#include <array>
#include <cassert>

namespace ql::graph {

namespace {

struct Facts {
    std::string_view name;
    std::size_t bits;
};

constexpr std::array<Facts, 27> kFacts{
    {{"undefined", 0},      {"float32", 32},  {"uint8", 8},        {"int8", 8},           {"uint16", 16},
     {"int16", 16},         {"int32", 32},    {"int64", 64},       {"string", 0},         {"bool", 8},
     {"float16", 16},       {"float64", 64},  {"uint32", 32},      {"uint64", 64},        {"complex64", 64},
     {"complex128", 128},   {"bfloat16", 16}, {"float8e4m3fn", 8}, {"float8e4m3fnuz", 8}, {"float8e5m2", 8},
     {"float8e5m2fnuz", 8}, {"uint4", 4},     {"int4", 4},         {"float4e2m1", 4},     {"float8e8m0", 8},
     {"uint2", 2},          {"int2", 2}}};

const Facts& factsOf(DataType type)
{
    return kFacts.at(static_cast<std::size_t>(type));
}

bool isUnsigned(DataType type)
{
    return type == DataType::UInt2 || type == DataType::UInt4 || type == DataType::UInt8 || type == DataType::UInt16
           || type == DataType::UInt32;
}

} // namespace

std::string_view name(DataType type)
{
    return factsOf(type).name;
}

std::optional<DataType> dataTypeFromName(std::string_view name)
{
    if (name == "float")
        return DataType::Float;
    if (name == "double")
        return DataType::Double;
    for (std::size_t i = 0; i < kFacts.size(); ++i)
        if (kFacts[i].name == name)
            return static_cast<DataType>(i);
    return std::nullopt;
}

std::optional<DataType> dataTypeFromNumber(std::int64_t number)
{
    if (number < 0 || number > std::int64_t(kLastDataType))
        return std::nullopt;
    return static_cast<DataType>(number);
}

std::size_t bitsPerElement(DataType type)
{
    return factsOf(type).bits;
}

std::size_t packedByteCount(DataType type, std::size_t count)
{
    const auto bits = bitsPerElement(type);
    return bits < 8 ? (count * bits + 7) / 8 : count * (bits / 8);
}

bool isFloatingPoint(DataType type)
{
    switch (type) {
    case DataType::Float:
    case DataType::Float16:
    case DataType::Double:
    case DataType::BFloat16: return true;
    default: return isNarrowFloat(type);
    }
}

bool isNarrowFloat(DataType type)
{
    switch (type) {
    case DataType::Float4E2M1:
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
    case DataType::Float8E8M0: return true;
    default: return false;
    }
}

bool isQuantizedInteger(DataType type)
{
    switch (type) {
    case DataType::UInt2:
    case DataType::Int2:
    case DataType::UInt4:
    case DataType::Int4:
    case DataType::UInt8:
    case DataType::Int8:
    case DataType::UInt16:
    case DataType::Int16: return true;
    default: return false;
    }
}

std::int64_t lowestOf(DataType type)
{
    assert(!isFloatingPoint(type));
    return isUnsigned(type) ? 0 : -(std::int64_t{1} << (bitsPerElement(type) - 1));
}

std::int64_t highestOf(DataType type)
{
    assert(!isFloatingPoint(type));
    const auto bits = bitsPerElement(type);
    return (std::int64_t{1} << (isUnsigned(type) ? bits : bits - 1)) - 1;
}

} // namespace ql::graph
