// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <cmath>
#include <string>

namespace ql::cli {

namespace number_checks {

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

} // namespace number_checks

inline CLI::Validator aboveZero()
{
    return number_checks::checking("a number above 0", [](double number) { return number > 0.0; });
}

inline CLI::Validator zeroOrMore()
{
    return number_checks::checking("a number from 0", [](double number) { return number >= 0.0; });
}

} // namespace ql::cli
