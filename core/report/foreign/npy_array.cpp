// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/foreign/foreign_numbers.h"

#include "core/base/error.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace ql::report {

namespace {

[[noreturn]] void refuseNpy(const Message& why)
{
    throw Error(ErrorCode::FileCorrupt, Message("an array inside is no .npy: {}", why));
}

/// What stands behind 'key': in the header's dictionary.
std::string_view behindKey(std::string_view header, std::string_view key)
{
    const auto place = header.find(key);
    const auto colon = place == header.npos ? header.npos : header.find(':', place);
    if (colon == header.npos)
        refuseNpy(Message("its header has no {}", key));
    const auto begin = header.find_first_not_of(' ', colon + 1);
    return begin == header.npos ? std::string_view() : header.substr(begin);
}

std::vector<std::int64_t> shapeIn(std::string_view text)
{
    std::vector<std::int64_t> shape;
    if (!text.starts_with('('))
        refuseNpy("its shape is no tuple");
    for (std::size_t at = 1; at < text.size() && text[at] != ')';) {
        if (text[at] == ' ' || text[at] == ',') {
            ++at;
            continue;
        }
        std::int64_t size = 0;
        const auto [end, problem] = std::from_chars(text.data() + at, text.data() + text.size(), size);
        if (problem != std::errc() || size < 0 || size > (std::int64_t(1) << 40))
            refuseNpy("its shape is no tuple");
        shape.push_back(size);
        at = std::size_t(end - text.data());
    }
    return shape;
}

double halfOf(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const double mantissa = bits & 1023;
    const double size = exponent == 31  ? (mantissa == 0.0 ? INFINITY : NAN)
                        : exponent == 0 ? std::ldexp(mantissa, -24)
                                        : std::ldexp(mantissa + 1024.0, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

template <typename T>
double loaded(const char* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return double(value);
}

struct Element {
    std::string_view descr;
    const char* dtype;
    std::size_t size;
    double (*load)(const char* bytes);
};

constexpr std::array kElements{Element{"f4", "float32", 4, loaded<float>},
                               Element{"f8", "float64", 8, loaded<double>},
                               Element{"f2", "float16", 2,
                                       [](const char* bytes) {
                                           std::uint16_t bits = 0;
                                           std::memcpy(&bits, bytes, sizeof(bits));
                                           return halfOf(bits);
                                       }},
                               Element{"i1", "int8", 1, loaded<std::int8_t>},
                               Element{"i2", "int16", 2, loaded<std::int16_t>},
                               Element{"i4", "int32", 4, loaded<std::int32_t>},
                               Element{"i8", "int64", 8, loaded<std::int64_t>},
                               Element{"u1", "uint8", 1, loaded<std::uint8_t>},
                               Element{"u2", "uint16", 2, loaded<std::uint16_t>},
                               Element{"u4", "uint32", 4, loaded<std::uint32_t>},
                               Element{"b1", "bool", 1, [](const char* bytes) { return *bytes != 0 ? 1.0 : 0.0; }}};

const Element& elementIn(std::string_view descr)
{
    for (const auto& element : kElements)
        for (const char* order : {"'<", "'|", "'="})
            if (descr.starts_with(order + std::string(element.descr) + "'"))
                return element;
    throw Error(ErrorCode::UnsupportedFormat, Message("an array of type {} inside", descr.substr(0, 8)));
}

} // namespace

std::string base64Decoded(std::string_view text)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t gathered = 0;
    int bits = 0;
    for (const char c : text) {
        if (c == '=' || c == '\n' || c == '\r')
            continue;
        const auto digit = kDigits.find(c);
        if (digit == kDigits.npos)
            throw Error(ErrorCode::FileCorrupt, "an array inside is not in base64");
        gathered = gathered << 6 | std::uint32_t(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += char(gathered >> bits & 0xff);
        }
    }
    return bytes;
}

NpyArray npyArrayOf(std::string_view bytes)
{
    static_assert(std::endian::native == std::endian::little);
    if (!bytes.starts_with("\x93NUMPY") || bytes.size() < 12)
        refuseNpy("it doesn't begin as one");
    const bool isFirst = bytes[6] == 1;
    const std::size_t begin = isFirst ? 10 : 12;
    std::size_t length = 0;
    std::memcpy(&length, bytes.data() + 8, begin - 8);
    if (length > bytes.size() - begin)
        refuseNpy("it is cut off");
    const auto header = bytes.substr(begin, length);
    const auto& element = elementIn(behindKey(header, "'descr'"));
    if (behindKey(header, "'fortran_order'").starts_with("True"))
        throw Error(ErrorCode::UnsupportedFormat, "an array in Fortran's order inside");
    NpyArray array{element.dtype, shapeIn(behindKey(header, "'shape'")), {}};
    const auto data = bytes.substr(begin + length);
    std::size_t count = 1;
    for (const auto size : array.shape) {
        if (size != 0 && count > data.size() / std::size_t(size))
            refuseNpy("it is cut off");
        count *= std::size_t(size);
    }
    if (count > data.size() / element.size)
        refuseNpy("it is cut off");
    array.values.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        array.values.push_back(element.load(data.data() + i * element.size));
    return array;
}

} // namespace ql::report
