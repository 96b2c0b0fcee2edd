// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ql::report {

/// An answer for reading, of sentences and of tables as TextTable::plain() draws them, in lines of at most @p width
/// columns: sentences go on below, indented; of a table the names are cut, and where that is not enough the last
/// columns left out, which a line below says. A word that is longer than a line stays whole, since paths are copied.
/// @p width of 0 = as it stands
std::string fittedText(std::string_view text, std::size_t width);

/// One paragraph in lines of at most @p width columns; all but the first begin with @p indent blanks. No line break at
/// the end.
std::string wrapped(std::string_view paragraph, std::size_t width, std::size_t indent);

} // namespace ql::report
