// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// Stands before a name that a spreadsheet would compute.
inline constexpr char kFormulaGuard = '\'';

/// Whether a spreadsheet takes @p cell for a formula: it begins with = + - @, a tab or a carriage return and is no
/// number (https://owasp.org/www-community/attacks/CSV_Injection).
bool isFormula(std::string_view cell);
/// The cell with an apostrophe before it if it is a formula, or would be one without its apostrophe.
std::string guardedCell(std::string cell);

/// One line of comma-separated values with its newline. Formulas are guarded; cells that hold a comma, a quote or a
/// line break are quoted as RFC 4180 says. What would steer a terminal that shows the file stands as printable() writes
/// it: "\\u001b" for an escape.
std::string csvLine(std::span<const std::string> cells);

/// "[1, 3, 8]" as "[1*3*8]": a shape that needs no quotes in a cell.
std::string starsForCommas(std::string shape);

/// The cells of the line of comma-separated values that begins at @p at, which moves behind it: what csvLine() wrote.
std::vector<std::string> nextCsvLine(std::string_view text, std::size_t& at);

} // namespace ql::report
