// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ql::cli {

/// What reads a stream of this process: a terminal with eyes before it, or a file or program.
struct Terminal {
    bool isTerminal = false;
    std::size_t width = 0;   ///< columns of the terminal; 0 where there is none
    bool hasColours = false; ///< it is one that shows colours, and NO_COLOR (no-color.org) isn't set
};

/// What reads file descriptor @p stream. COLUMNS in the environment stands for a terminal that doesn't tell its width.
Terminal terminalOn(int stream);

/// How wide a help page is on @p terminal: its width, at most what one reads at ease; 80 where there is none.
std::size_t pageWidth(const Terminal& terminal);

/// @p answer, whose first line is the shortest answer, with that line and severities set off, where the terminal wants
/// colours.
std::string colouredAnswer(std::string_view answer, const Terminal& terminal);
/// The same of a line for standard error: "error: …", "warning: …", "threshold crossed: …".
std::string colouredNotice(std::string_view notice, const Terminal& terminal);

} // namespace ql::cli
