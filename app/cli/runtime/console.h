// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace ql::cli {

/// Writes to standard error, and shows it at once. Names in models are any bytes: what is no text, or steers a
/// terminal, is replaced (utf8.h).
void writeError(std::string_view text);
/// The same for words of our own, when there may be no memory left.
void writeErrorAsItStands(std::string_view text) noexcept;
/// Puts @p text in place of the line that stands on standard error.
void rewriteLine(std::string_view text);

template <typename... Args>
void printError(fmt::format_string<Args...> format, Args&&... args)
{
    writeError(fmt::format(format, std::forward<Args>(args)...));
}

/// The same on standard output. False when that is closed or full.
bool writeOutput(std::string_view text);
/// The same of an answer for reading: on a terminal in lines that it has room for, and in its colours.
bool writeAnswer(std::string_view text);

} // namespace ql::cli
