// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// The cells of the line of comma-separated values that begins at @p at, which moves behind it: what csvLine() wrote.
std::vector<std::string> nextCsvLine(std::string_view text, std::size_t& at);

} // namespace ql::report
