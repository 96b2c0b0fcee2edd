// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/record/record_strings.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ql::quant {

namespace {

constexpr std::string_view kLetters = "abfnrtv\\'\"?";
constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"?";

/// The byte that @p digits begin with as a number; nothing where they don't. Moves behind it.
std::optional<char> numbered(std::string_view& digits, int base, std::size_t most)
{
    unsigned value = 0;
    const auto* end = digits.data() + std::min(digits.size(), most);
    const auto [rest, problem] = std::from_chars(digits.data(), end, value, base);
    if (problem != std::errc() || value > 0xFF)
        return std::nullopt;
    digits.remove_prefix(std::size_t(rest - digits.data()));
    return static_cast<char>(value);
}

/// Behind a backslash.
std::optional<char> escaped(std::string_view& rest)
{
    if (rest.empty())
        return std::nullopt;
    if (const auto letter = kLetters.find(rest.front()); letter != std::string_view::npos) {
        rest.remove_prefix(1);
        return kMeanings[letter];
    }
    if (rest.front() != 'x' && rest.front() != 'X')
        return numbered(rest, 8, 3);
    rest.remove_prefix(1);
    return numbered(rest, 16, 2);
}

} // namespace

std::string quotedText(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            quoted += {'\\', c};
        else if (code < 0x20 || code == 0x7F)
            quoted += fmt::format("\\{:03o}", code);
        else
            quoted += c;
    }
    return quoted + '"';
}

std::optional<std::string> unquotedText(std::string_view inside)
{
    std::string text;
    while (!inside.empty()) {
        const char c = inside.front();
        inside.remove_prefix(1);
        const auto byte = c == '\\' ? escaped(inside) : std::optional(c);
        if (!byte)
            return std::nullopt;
        text += *byte;
    }
    return text;
}

} // namespace ql::quant
