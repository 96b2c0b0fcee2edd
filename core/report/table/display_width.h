// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ql::report {

/// Columns that a terminal takes for UTF-8 @p text on one line: two for the wide characters of East Asian scripts and
/// pictures (Unicode's East Asian Width W and F), none for marks that combine.
std::size_t displayWidth(std::string_view text);

/// The longest beginning of @p text that takes at most @p width columns, and is whole characters.
std::string_view firstColumns(std::string_view text, std::size_t width);

/// @p text in at most @p width columns, cut marked by "…": of a name the end is kept, because that is where names
/// differ, of a sentence (with blanks) the beginning.
std::string elided(std::string_view text, std::size_t width);

} // namespace ql::report
