// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <string>
#include <vector>

namespace ql::cli {

namespace value_checks {

/// CLI11's own checks name the largest number of the machine as a bound, and add words to the help.
template <typename IsMeant>
CLI::Validator checking(const char* expected, IsMeant isMeant)
{
    return CLI::Validator(
        [expected, isMeant](std::string& text) {
            double number = std::nan("");
            const bool isNumber = CLI::detail::lexical_cast(text, number);
            return isNumber && std::isfinite(number) && isMeant(number)
                       ? std::string()
                       : "expected " + std::string(expected) + ", found '" + text + "'";
        },
        "");
}

} // namespace value_checks

inline CLI::Validator aboveZero()
{
    return value_checks::checking("a number above 0", [](double number) { return number > 0.0; });
}

inline CLI::Validator zeroOrMore()
{
    return value_checks::checking("a number from 0", [](double number) { return number >= 0.0; });
}

/// Takes one of @p choices by its word, as CLI11's CheckedTransformer, whose complaints list the words' numbers.
template <typename Value>
CLI::Validator oneOf(const std::map<std::string, Value>& choices)
{
    std::map<std::string, std::string> numbers;
    for (const auto& [word, value] : choices)
        numbers.emplace(word, CLI::detail::value_string(value));
    return CLI::Validator(
        [numbers](std::string& text) {
            const auto found = numbers.find(text);
            const bool isNumber = std::ranges::any_of(numbers, [&](const auto& each) { return each.second == text; });
            if (found == numbers.end() && !isNumber) { // a word is checked again once it is a number
                std::vector<std::string> words;
                for (const auto& [word, number] : numbers)
                    words.push_back(word);
                return fmt::format("expected one of {}, found '{}'", fmt::join(words, ", "), text);
            }
            text = found == numbers.end() ? text : found->second;
            return std::string();
        },
        "");
}

} // namespace ql::cli
