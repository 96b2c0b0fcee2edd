// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/library/probe_in_child.h"

#include "core/base/error.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ql::ops {

namespace {

constexpr int kWentWell = 86; // a library that calls exit() takes another number

[[noreturn]] void perform(const std::function<void()>& action)
{
    if (const int nowhere = ::open("/dev/null", O_RDWR); nowhere >= 0)
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::dup2(nowhere, stream);
    for (const int deadly : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
        std::signal(deadly, SIG_DFL);
    try {
        action();
    } catch (...) { // NOLINT(bugprone-empty-catch): the performance itself will throw it again and tell
    }
    ::_exit(kWentWell);
}

} // namespace

std::string probeInChild(const std::function<void()>& action, std::chrono::seconds patience)
{
    const auto child = ::fork();
    if (child < 0)
        throw Error(ErrorCode::Internal, Message("no process can be started: {}", std::strerror(errno)));
    if (child == 0)
        perform(action);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    int status = 0;
    for (;;) {
        const auto ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child)
            break;
        if (ended < 0 && errno != EINTR)
            return {}; // somebody else reaps our children: nothing is known
        if (std::chrono::steady_clock::now() > deadline) {
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            return fmt::format("doesn't end within {} s", patience.count());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (WIFSIGNALED(status))
        return fmt::format("ends the process with signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) != kWentWell)
        return fmt::format("ends the process with exit status {}", WEXITSTATUS(status));
    return {};
}

} // namespace ql::ops
