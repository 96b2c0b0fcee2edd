// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"

#include <fmt/format.h>

namespace ql::analysis {

namespace {

Number grouped(std::uint64_t value)
{
    std::string digits = std::to_string(value);
    for (std::size_t end = digits.size(); end > 3; end -= 3)
        digits.insert(end - 3, 1, ',');
    return {digits};
}

} // namespace

Number percent(double share)
{
    return {fmt::format("{:.3g} %", 100.0 * share)};
}

Number number(double value)
{
    return {fmt::format("{:.4g}", value)};
}

Number decibels(double value)
{
    return {fmt::format("{:.1f} dB", value)};
}

Number spanOf(double low, double high)
{
    return {fmt::format("{} … {}", number(low).text, number(high).text)};
}

Message shareOfValues(std::uint64_t part, std::uint64_t whole)
{
    const double share = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    return Message("{} of {} values ({})", grouped(part), grouped(whole), percent(share));
}

Message asProposal(const Message& remedy)
{
    return Message("{} This start is proposed by local errors: the output was not run with the layer set right.",
                   remedy);
}

std::string widerThan(const std::string& dtype)
{
    return dtype.ends_with("16") || dtype.ends_with("32") ? "float" : "int16";
}

} // namespace ql::analysis
