// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/scalars.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <limits>

namespace ql::config::text {

namespace {

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return lower;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

/// YAML knows a word in lower case, in capitals, and with a capital first; "nO" is a text.
bool isYamlWord(std::string_view text, std::initializer_list<std::string_view> words)
{
    const auto lower = lowered(text);
    if (!isOneOf(lower, words))
        return false;
    const auto isUpper = [](unsigned char c) { return !std::islower(c); };
    const bool isCapitals = std::all_of(text.begin(), text.end(), isUpper);
    return isCapitals || text.substr(1) == std::string_view(lower).substr(1);
}

std::string withoutUnderscores(std::string_view text)
{
    std::string plain(text);
    std::erase(plain, '_');
    return plain;
}

std::optional<double> specialNumber(std::string_view text)
{
    const auto sign = text.starts_with('-') ? -1.0 : 1.0;
    auto word = lowered(text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0));
    if (word.starts_with('.'))
        word.erase(0, 1);
    if (isOneOf(word, {"inf", "infinity"}))
        return sign * std::numeric_limits<double>::infinity();
    if (word == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    return std::nullopt;
}

bool beginsLikeANumber(std::string_view text)
{
    const auto first = text.find_first_not_of("+-.");
    return first != std::string_view::npos && first <= 2 && std::isdigit(static_cast<unsigned char>(text[first]));
}

bool isYamlNumber(std::string_view text)
{
    if (isOneOf(lowered(text), {".inf", "-.inf", "+.inf", ".nan"}))
        return true;
    const bool isHexadecimal = text.find('x') != std::string_view::npos || text.find('X') != std::string_view::npos;
    return beginsLikeANumber(text) && (isHexadecimal || !text.ends_with('f')) && numberOf(text).has_value();
}

} // namespace

std::optional<std::int64_t> integerOf(std::string_view text)
{
    auto digits = withoutUnderscores(text);
    const bool isNegative = digits.starts_with('-');
    if (isNegative || digits.starts_with('+'))
        digits.erase(0, 1);
    const bool isHexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    const auto* begin = digits.data() + (isHexadecimal ? 2 : 0);
    const auto* end = digits.data() + digits.size();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value, isHexadecimal ? 16 : 10);
    if (error != std::errc() || stop != end || begin == end || *begin == '-')
        return std::nullopt;
    return isNegative ? -value : value;
}

std::optional<double> numberOf(std::string_view text)
{
    if (const auto special = specialNumber(text))
        return special;
    if (const auto integer = integerOf(text))
        return double(*integer);
    auto digits = withoutUnderscores(text);
    if (digits.starts_with('+'))
        digits.erase(0, 1);
    if (digits.ends_with('f') && !digits.starts_with("0x")) // text-proto's "1.5f"
        digits.pop_back();
    double value = 0.0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (stop != digits.data() + digits.size() || digits.empty())
        return std::nullopt;
    if (error == std::errc::result_out_of_range) // as Python reads it: infinite, or next to 0
        return std::strtod(digits.c_str(), nullptr);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

bool isTrueWord(std::string_view text)
{
    return isOneOf(lowered(text), {"true", "yes", "on"});
}

Value::Kind plainKind(Syntax syntax, std::string_view text)
{
    using Kind = Value::Kind;
    switch (syntax) {
    case Syntax::Json:
        return text == "true" || text == "false" ? Kind::Bool : text == "null" ? Kind::Null : Kind::Number;
    case Syntax::Lines:
    case Syntax::Rows: return Kind::Text;
    case Syntax::Proto:
        if (isOneOf(text, {"true", "false", "True", "False"}))
            return Kind::Bool;
        return beginsLikeANumber(text) && numberOf(text) ? Kind::Number : Kind::Word;
    case Syntax::Yaml:
        if (text.empty() || isOneOf(text, {"~", "null", "Null", "NULL"}))
            return Kind::Null;
        if (isYamlWord(text, {"true", "false", "yes", "no", "on", "off"}))
            return Kind::Bool;
        return isYamlNumber(text) ? Kind::Number : Kind::Text;
    }
    return Kind::Text;
}

} // namespace ql::config::text
