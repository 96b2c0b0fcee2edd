// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ql {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD"; ///< U+FFFD

/// Bytes of the well-formed UTF-8 character at @p i; 0 when there is none (Unicode's table 3-7).
std::size_t utf8Length(std::string_view text, std::size_t i);

/// @p text with U+FFFD for every byte that is part of no well-formed character. Names in models and paths are any
/// bytes.
std::string validUtf8(std::string_view text);

} // namespace ql
