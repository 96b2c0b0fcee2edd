// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ql {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD"; ///< U+FFFD

/// Bytes of the well-formed UTF-8 character at @p i; 0 when there is none (Unicode's table 3-7).
std::size_t utf8Length(std::string_view text, std::size_t i);

/// The characters of @p text, U+FFFD for every byte that is part of none.
std::u32string charactersOf(std::string_view text);
/// Adds @p character in UTF-8; U+FFFD when it is none.
void appendUtf8(std::string& text, char32_t character);

/// @p text with U+FFFD for every byte that is part of no well-formed character. Names in models and paths are any
/// bytes.
std::string validUtf8(std::string_view text);

/// Valid UTF-8 in which no character steers a terminal or turns the reading direction: controls (but line breaks and
/// tabs), C1 controls and the marks of bidirectional text (Unicode 15, table 23-3) stand as "\\u001b", as JSON writes
/// them too.
std::string printable(std::string_view text);

} // namespace ql
