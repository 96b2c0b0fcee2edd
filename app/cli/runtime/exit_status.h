// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::cli {

/// What the shell sees. A contract: scripts rely on it.
enum ExitStatus : int {
    kDone = 0,
    kFailed = 1, ///< with one line "error: …" on stderr
    kWrongUsage = 2,
    kThresholdCrossed = 3, ///< a --fail-on condition holds
    kCancelled = 130       ///< as a shell reports a program that SIGINT ended
};

} // namespace ql::cli
