// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace ql::tests {

/// How far a child came before it ended, and how it ended.
struct ChildResult {
    enum class Ending {
        Done,           ///< everything worked
        Refused,        ///< ended with ql::Error, as it should
        OtherException, ///< something else was thrown
        Crashed,        ///< a signal, a sanitizer, an exit of its own
        TimedOut
    };
    Ending ending = Ending::Done;
    int stage = 0;
    std::string message;
};

/// Tells the parent that stage @p number has begun. To be called from within the body.
using BeginStage = std::function<void(int number)>;

/// Runs @p body in a forked child with a limit on memory and time, so that a crash is a result and not the end of the
/// test. The parent must not have used LibTorch's threads before.
ChildResult runGuarded(const std::function<void(const BeginStage&)>& body);

} // namespace ql::tests
