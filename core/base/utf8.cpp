// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ql {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

unsigned byteAt(std::string_view text, std::size_t i)
{
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
}

/// The code point of a well-formed character.
unsigned codePointOf(std::string_view character)
{
    constexpr unsigned kLeadBits[]{0x7F, 0x1F, 0x0F, 0x07};
    unsigned point = byteAt(character, 0) & kLeadBits[character.size() - 1];
    for (std::size_t k = 1; k < character.size(); ++k)
        point = (point << 6) | (byteAt(character, k) & 0x3F);
    return point;
}

bool steers(unsigned point)
{
    const bool isControl = (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7F && point < 0xA0);
    const bool isDirection = point == 0x61C || point == 0x200E || point == 0x200F
                             || (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    return isControl || isDirection || point == 0x2028 || point == 0x2029;
}

} // namespace

std::size_t utf8Length(std::string_view text, std::size_t i)
{
    const unsigned first = byteAt(text, i);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t k = 1; k < length; ++k) {
        const unsigned byte = byteAt(text, i + k);
        if (byte < (k == 1 ? lowest : 0x80) || byte > (k == 1 ? highest : 0xBF))
            return 0;
    }
    return length;
}

std::u32string charactersOf(std::string_view text)
{
    std::u32string characters;
    for (std::size_t i = 0; i < text.size();) {
        const auto length = utf8Length(text, i);
        characters += length == 0 ? kReplacement : static_cast<char32_t>(codePointOf(text.substr(i, length)));
        i += std::max<std::size_t>(1, length);
    }
    return characters;
}

void appendUtf8(std::string& text, char32_t character)
{
    const bool isCharacter = character < 0xD800 || (character > 0xDFFF && character < 0x110000);
    const auto bits = isCharacter ? character : kReplacement;
    const int tails = bits < 0x80 ? 0 : bits < 0x800 ? 1 : bits < 0x10000 ? 2 : 3;
    constexpr std::array<unsigned, 4> kHeads{0x00, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(kHeads[std::size_t(tails)] | bits >> (6 * tails));
    for (int tail = tails - 1; tail >= 0; --tail)
        text += static_cast<char>(0x80U | (bits >> (6 * tail) & 0x3FU));
}

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto length = utf8Length(text, i);
        valid += length == 0 ? kReplacementCharacter : text.substr(i, length);
        i += std::max<std::size_t>(1, length);
    }
    return valid;
}

std::string printable(std::string_view text)
{
    const auto valid = validUtf8(text);
    std::string shown;
    shown.reserve(valid.size());
    for (std::size_t i = 0; i < valid.size();) {
        const auto character = std::string_view(valid).substr(i, utf8Length(valid, i));
        const auto point = codePointOf(character);
        const bool isLineEnd = valid.compare(i, 2, "\r\n") == 0;
        if (steers(point) && !isLineEnd)
            shown += fmt::format("\\u{:04x}", point);
        else
            shown += character;
        i += character.size();
    }
    return shown;
}

} // namespace ql
