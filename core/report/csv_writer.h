// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace ql::report {

/// One line of comma-separated values with its newline. Cells that hold a comma, a quote or a line break are quoted
/// as RFC 4180 says.
std::string csvLine(std::span<const std::string> cells);

} // namespace ql::report
