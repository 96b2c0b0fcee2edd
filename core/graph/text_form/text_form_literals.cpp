// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form_lexer.h"

#include "core/base/error.h"
#include "core/graph/ir/minifloat.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::graph::text {

namespace {

template <typename T>
std::string shortest(T value)
{
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

template <typename T>
std::optional<T> parsed(std::string_view text, int base = 10)
{
    T value{};
    std::from_chars_result result{};
    if constexpr (std::is_floating_point_v<T>)
        result = std::from_chars(text.data(), text.data() + text.size(), value);
    else
        result = std::from_chars(text.data(), text.data() + text.size(), value, base);
    const bool isWhole = result.ec == std::errc() && result.ptr == text.data() + text.size();
    return isWhole ? std::optional(value) : std::nullopt;
}

/// The integer type whose bytes hold one scalar of @p type; a complex number is two scalars.
DataType scalarType(DataType type)
{
    if (type == DataType::Complex64)
        return DataType::Float;
    return type == DataType::Complex128 ? DataType::Double : type;
}

std::size_t scalarsPerElement(DataType type)
{
    return scalarType(type) == type ? 1 : 2;
}

std::uint64_t bitsAt(const TensorData& data, DataType scalar, std::size_t i)
{
    const auto bits = bitsPerElement(scalar);
    if (const auto perByte = 8 / bits; perByte > 1)
        return std::to_integer<unsigned>(data.bytes()[i / perByte]) >> (i % perByte * bits) & ((1u << bits) - 1);
    std::uint64_t value = 0;
    std::memcpy(&value, data.bytes().data() + i * bits / 8, bits / 8);
    return value;
}

double floatOf(DataType type, std::uint64_t bits)
{
    if (type == DataType::Float)
        return double(std::bit_cast<float>(std::uint32_t(bits)));
    if (type == DataType::Double)
        return std::bit_cast<double>(bits);
    return decodeMinifloat(type, std::uint16_t(bits));
}

std::uint64_t bitsOf(DataType type, double value)
{
    if (type == DataType::Float)
        return std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(float(value));
    if (type == DataType::Double)
        return std::isnan(value) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(value);
    return encodeMinifloat(type, value);
}

std::string printFloat(DataType type, std::uint64_t bits)
{
    const double value = floatOf(type, bits);
    if (std::isnan(value))
        return bits == bitsOf(type, value) ? "nan" : fmt::format("{:#x}", bits);
    return type == DataType::Double ? shortest(value) : shortest(float(value));
}

std::string printScalar(DataType type, std::uint64_t bits)
{
    if (isFloatingPoint(type))
        return printFloat(type, bits);
    if (type == DataType::Bool && bits < 2)
        return bits ? "true" : "false";
    if (type == DataType::Int64)
        return std::to_string(std::int64_t(bits));
    const bool isSigned = type == DataType::Int2 || type == DataType::Int4 || type == DataType::Int8
                          || type == DataType::Int16 || type == DataType::Int32;
    if (!isSigned)
        return std::to_string(bits);
    const auto unused = 64 - bitsPerElement(type);
    return std::to_string(std::int64_t(bits << unused) >> unused);
}

[[noreturn]] void failValue(const Token& token, DataType type)
{
    failAt(token, Message("'{}' is not a value of type {}", token.text, name(type)));
}

std::uint64_t readFloatBits(const Token& token, DataType type)
{
    const std::string_view text = token.text;
    if (text.starts_with("0x")) {
        const auto bits = parsed<std::uint64_t>(text.substr(2), 16);
        if (!bits || (bitsPerElement(type) < 64 && *bits >> bitsPerElement(type)))
            failValue(token, type);
        return *bits;
    }
    // A float32 must not be rounded twice.
    if (type == DataType::Float)
        if (const auto value = parsed<float>(text))
            return bitsOf(type, double(*value));
    const auto value = parsed<double>(text);
    if (!value || type == DataType::Float)
        failValue(token, type);
    return bitsOf(type, *value);
}

std::uint64_t readIntegerBits(const Token& token, DataType type)
{
    if (type == DataType::Bool && (token.text == "true" || token.text == "false"))
        return token.text == "true";
    if (type == DataType::UInt64) {
        const auto value = parsed<std::uint64_t>(token.text);
        return value ? *value : (failValue(token, type), 0);
    }
    const auto value = parsed<std::int64_t>(token.text);
    if (!value)
        failValue(token, type);
    if (type == DataType::Int64)
        return std::uint64_t(*value);
    const auto lowest = type == DataType::Bool ? 0 : lowestOf(type);
    const auto highest = type == DataType::Bool ? 255 : highestOf(type);
    if (*value < lowest || *value > highest)
        failValue(token, type);
    return std::uint64_t(*value);
}

void appendBits(std::vector<std::byte>& bytes, DataType scalar, std::size_t i, std::uint64_t bits)
{
    const auto width = bitsPerElement(scalar);
    if (const auto perByte = 8 / width; perByte > 1) {
        if (i % perByte == 0)
            bytes.push_back({});
        bytes.back() |= std::byte((bits & ((1u << width) - 1)) << (i % perByte * width));
        return;
    }
    const auto old = bytes.size();
    bytes.resize(old + width / 8);
    std::memcpy(bytes.data() + old, &bits, bytes.size() - old);
}

Dimension readDimension(TokenReader& reader)
{
    Dimension dimension;
    if (reader.takeIf("?"))
        return dimension;
    const auto token = reader.take();
    if (token.kind == Token::Kind::Number) {
        dimension.size = readInt(token);
    } else if (token.kind == Token::Kind::Identifier || token.kind == Token::Kind::String) {
        dimension.symbol = token.text;
        if (reader.takeIf("="))
            dimension.size = readInt(reader.expectNumber("a size"));
    } else {
        failAt(token, "expected a dimension (a number, a name or ?)");
    }
    return dimension;
}

std::string print(const Dimension& dimension)
{
    if (dimension.symbol.empty())
        return dimension.size == -1 ? "?" : std::to_string(dimension.size);
    auto text = isBareName(dimension.symbol) ? dimension.symbol : quotedText(dimension.symbol);
    return dimension.size == -1 ? text : text + "=" + std::to_string(dimension.size);
}

Shape concreteShape(const TypeLiteral& literal, const Token& where)
{
    if (literal.type == DataType::Undefined || !literal.shape)
        failAt(where, "a constant needs a type and a shape, as in float32[2]");
    Shape shape;
    for (const auto& dimension : *literal.shape) {
        if (dimension.size < 0)
            failAt(where, Message("a constant can't have the unknown dimension {}", print(dimension)));
        shape.push_back(dimension.size);
    }
    try {
        elementCount(shape);
    } catch (const Error& error) {
        failAt(where, error.message());
    }
    return shape;
}

} // namespace

std::string print(const TypeLiteral& literal)
{
    std::string text(name(literal.type));
    if (!literal.shape)
        return text;
    std::vector<std::string> dimensions;
    for (const auto& dimension : *literal.shape)
        dimensions.push_back(print(dimension));
    return fmt::format("{}[{}]", text, fmt::join(dimensions, ","));
}

TypeLiteral readType(TokenReader& reader)
{
    const auto token = reader.expectName("an element type");
    const auto type = dataTypeFromName(token.text);
    if (!type)
        failAt(token, Message("unknown element type '{}'", token.text));
    TypeLiteral literal{*type, {}};
    if (!reader.takeIf("["))
        return literal;
    literal.shape.emplace();
    while (!reader.takeIf("]")) {
        if (!literal.shape->empty())
            reader.expect(",");
        literal.shape->push_back(readDimension(reader));
    }
    return literal;
}

std::string printElements(const TensorData& data)
{
    std::vector<std::string> texts;
    if (data.type() == DataType::String) {
        for (const auto& text : data.strings())
            texts.push_back(quotedText(text));
    } else {
        const auto scalar = scalarType(data.type());
        const auto count = data.size() * scalarsPerElement(data.type());
        for (std::size_t i = 0; i < count; ++i)
            texts.push_back(printScalar(scalar, bitsAt(data, scalar, i)));
    }
    return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

TensorData readElements(TokenReader& reader, const TypeLiteral& literal, const Token& where)
{
    const auto scalar = scalarType(literal.type);
    std::vector<std::byte> bytes;
    std::vector<std::string> strings;
    std::size_t count = 0;
    reader.expect("{");
    if (literal.type == DataType::Undefined && reader.takeIf("}"))
        return {};
    auto shape = concreteShape(literal, where);
    for (; !reader.takeIf("}"); ++count) {
        if (count > 0)
            reader.expect(",");
        if (literal.type == DataType::String) {
            strings.push_back(reader.expectString("a string").text);
            continue;
        }
        const auto token = reader.expectNumber(Message("a value of type {}", name(scalar)));
        const auto bits = isFloatingPoint(scalar) ? readFloatBits(token, scalar) : readIntegerBits(token, scalar);
        appendBits(bytes, scalar, count, bits);
    }
    const auto expected = elementCount(shape) * scalarsPerElement(literal.type);
    if (count != expected)
        failAt(where, Message("{} takes {} values, found {}", print(literal), expected, count));
    if (literal.type == DataType::String)
        return TensorData::ofStrings(std::move(shape), std::move(strings));
    return TensorData::copyOf(literal.type, std::move(shape), bytes);
}

std::string printDouble(double value)
{
    auto text = printFloat(DataType::Double, std::bit_cast<std::uint64_t>(value));
    return text.find_first_of(".enx") == std::string::npos ? text + ".0" : text;
}

double readDouble(const Token& token)
{
    return std::bit_cast<double>(readFloatBits(token, DataType::Double));
}

std::int64_t readInt(const Token& token)
{
    return std::int64_t(readIntegerBits(token, DataType::Int64));
}

bool isIntegerText(const Token& token)
{
    return token.kind == Token::Kind::Number && token.text.find_first_not_of("-0123456789") == std::string::npos;
}

} // namespace ql::graph::text
