// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace ql::ops {

/// Runs @p action in a child process, without its output. Says how the child ended where that would have ended the
/// whole program: "ends the process with signal 11 (Segmentation fault)", "doesn't end within 20 s"; empty when it went
/// well or threw an exception.
std::string probeInChild(const std::function<void()>& action, std::chrono::seconds patience);

} // namespace ql::ops
