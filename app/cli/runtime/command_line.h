// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ql::cli {

struct Environment;

/// Parses @p words (a command and its options), runs the command, and turns every ending into an exit status (see
/// ExitStatus).
int runCommandLine(const std::vector<std::string>& words, Environment& environment);

} // namespace ql::cli
