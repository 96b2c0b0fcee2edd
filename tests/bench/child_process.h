// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ql::bench {

struct ChildUsage {
    int exitStatus = 0;
    double peakMebibytes = 0.0; ///< highest resident set
    double ownMebibytes = 0.0;  ///< most memory that isn't a file's, looked at every three milliseconds
    double seconds = 0.0;
};

/// Runs @p command (program first) with its output thrown away, and tells what it used.
ChildUsage runChild(const std::vector<std::string>& command);

} // namespace ql::bench
