// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ql::report {

namespace {

std::optional<std::string> wordForNonFinite(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return std::nullopt;
}

bool isContinuationByte(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

} // namespace

std::string fixedSeven(double value)
{
    if (auto label = wordForNonFinite(value))
        return *label;
    auto text = fmt::format("{:.7f}", value);
    return text == "-0.0000000" ? text.substr(1) : text;
}

std::string fourDigits(double value)
{
    if (auto label = wordForNonFinite(value))
        return *label;
    if (std::abs(value) >= 999.95)
        return fmt::format("{:.4g}", value);
    return fmt::format("{:#.4g}", value == 0.0 ? 0.0 : value);
}

std::string countText(std::uint64_t count)
{
    if (count < 1000)
        return fmt::format("{}", count);
    constexpr std::array kUnits{"k", "M", "G", "T", "P"};
    double scaled = double(count) / 1000.0;
    std::size_t unit = 0;
    // 999,950 and more would read "1000.0 k".
    for (; scaled >= 999.95 && unit + 1 < kUnits.size(); ++unit)
        scaled /= 1000.0;
    return fmt::format("{:.1f} {}", scaled, kUnits[unit]);
}

std::string secondsText(double seconds)
{
    if (!(seconds >= 0.0))
        return "?";
    if (seconds < 0.0995)
        return fmt::format("{:.1f} ms", seconds * 1e3);
    if (seconds < 0.9995)
        return fmt::format("{:.0f} ms", seconds * 1e3);
    if (seconds < 59.95)
        return fmt::format("{:.1f} s", seconds);
    const auto whole = std::int64_t(std::llround(seconds));
    if (whole < 3600)
        return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::string oneLine(std::string_view text)
{
    std::string line(text);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20u || c == 0x7F; }, ' ');
    return line;
}

std::size_t characterCount(std::string_view text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return !isContinuationByte(c); }));
}

std::string shortened(std::string_view text, std::size_t width)
{
    auto characters = characterCount(text);
    if (characters <= width || width == 0)
        return std::string(text);
    std::size_t from = 0;
    while (from < text.size() && (characters >= width || isContinuationByte(text[from]))) {
        if (!isContinuationByte(text[from]))
            --characters;
        ++from;
    }
    return "…" + std::string(text.substr(from));
}

} // namespace ql::report
