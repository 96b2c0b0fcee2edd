// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// The seed tools' form: 7 decimals; "nan", "inf", "-inf" for what is not finite; never "-0.0000000".
std::string fixedSeven(double value);

/// For reading: four significant digits ("0.9924", "37.13", "1.200e-05"); "nan", "inf", "-inf".
std::string fourDigits(double value);

/// "812", "9.2 k", "1.3 M", "4.1 G".
std::string countText(std::uint64_t count);

/// "35 ms", "1.2 s", "3 min 20 s".
std::string secondsText(double seconds);

/// "[1, 3, 32, 32]"; a scalar is "[]".
std::string shapeText(const std::vector<std::int64_t>& shape);

/// @p text on one line: control characters become spaces. Names come from files and may hold anything.
std::string oneLine(std::string_view text);

/// @p text cut to @p width characters, the end kept because that is where names differ: "…block.3.conv".
std::string shortened(std::string_view text, std::size_t width);

/// Characters (code points) of UTF-8 @p text.
std::size_t characterCount(std::string_view text);

} // namespace ql::report
