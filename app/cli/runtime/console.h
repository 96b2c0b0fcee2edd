// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace ql::cli {

/// Writes to standard error, and shows it at once; what is no UTF-8 is replaced.
void writeError(std::string_view text);

template <typename... Args>
void printError(fmt::format_string<Args...> format, Args&&... args)
{
    writeError(fmt::format(format, std::forward<Args>(args)...));
}

/// The same on standard output. False when that is closed or full.
bool writeOutput(std::string_view text);

} // namespace ql::cli
