// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

namespace ql::cli {

/// Parses the words, runs the command, and turns every ending into an exit status (see ExitStatus).
int runCommandLine(int argc, const char* const* argv, std::stop_token stop);

} // namespace ql::cli
