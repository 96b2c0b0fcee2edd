// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace ql::report {

/// One line of comma-separated values with its newline. Cells that hold a comma, a quote or a line break are quoted
/// as RFC 4180 says.
std::string csvLine(std::span<const std::string> cells);

/// "[1, 3, 8]" as "[1*3*8]": a shape that needs no quotes in a cell.
std::string starsForCommas(std::string shape);

} // namespace ql::report
