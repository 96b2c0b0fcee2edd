// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace ql {

/// What a child process may use.
struct ProbeLimits {
    std::chrono::seconds patience{20}; ///< of processor time, and of waiting for something that doesn't come
    std::uint64_t memory = 0;          ///< bytes of address space beyond those of this process; 0 stands for no limit
    bool isConfined = false;           ///< it only computes (core/base/process_limits.h) and has no files of ours
    int answer = -1;                   ///< a file that it may write to all the same
    std::uint64_t answerBytes = 0;     ///< no further than that
};

/// How a probe ended.
struct ProbeEnding {
    std::string death;      ///< "ends the process with signal 11 (Segmentation fault)"; empty where it came to its end
    bool isStalled = false; ///< it died waiting, without computing
};

/// Runs @p action in a child process, without its output. Says how the child ended where that would have ended the
/// whole program: by a signal, exit(), without an end, without memory. An exception counts as an ordinary end: whoever
/// does the same again gets it too. Threads of this process don't exist in the child: the action must not wait for one.
/// @throws Cancelled when @p stop is requested, or by Ctrl-C
ProbeEnding probeInChild(const std::function<void()>& action, const ProbeLimits& limits, const std::stop_token& stop);

} // namespace ql
