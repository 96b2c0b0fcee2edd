// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace ql {

/// The words of a command as a shell splits it, but nothing is expanded: blanks separate, '…' and "…" hold together
/// what they enclose, and a backslash takes the next character as it is (within "…" only before " and a backslash).
/// @throws Error (BadArgument) for a quote without its end, or no word at all
std::vector<std::string> wordsOfCommand(const std::string& command);

/// What a program may take.
struct ProgramLimits {
    std::chrono::duration<double> patience{300.0}; ///< of the clock on the wall
    std::size_t mostOutput = 64 * 1024;            ///< bytes on its standard output
};

/// How a program ended, and what it said.
struct ProgramEnding {
    bool isTimeUp = false;   ///< and was killed
    bool isTooLong = false;  ///< it printed more than it may, and was killed
    int exitStatus = 0;      ///< where it ended by itself
    int signal = 0;          ///< that ended it; 0 = none
    std::string output;      ///< on its standard output
    std::string lastWarning; ///< the last line on its standard error; may be cut
};

/// Runs @p words, the first of which is looked for on the PATH, without a shell, in the current folder, with nothing on
/// its standard input, and waits for its end. It and what it started are killed when they are not waited for any
/// longer. Any thread. @throws Error (FileNotFound) where it can't be started, Cancelled when @p stop is requested
ProgramEnding runProgram(const std::vector<std::string>& words, const ProgramLimits& limits,
                         const std::stop_token& stop);

} // namespace ql
