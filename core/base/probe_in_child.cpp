// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/probe_in_child.h"

#include "core/base/error.h"
#include "core/base/process_limits.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ql {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWentWell = 86; // a library that calls exit() takes another number
constexpr int kOutOfMemory = 87;

/// Never above what holds already.
void limit(decltype(RLIMIT_AS) what, rlim_t most)
{
    rlimit now{};
    if (::getrlimit(what, &now) != 0)
        return;
    now.rlim_cur = std::min(now.rlim_cur, most);
    now.rlim_max = std::min(now.rlim_max, most + (what == RLIMIT_CPU ? 1 : 0));
    ::setrlimit(what, &now);
}

rlim_t addressSpace()
{
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * rlim_t(::sysconf(_SC_PAGESIZE));
}

void closeAllBut(int kept)
{
    const auto first = unsigned(STDERR_FILENO) + 1;
    if (kept < 0) {
        ::close_range(first, ~0U, 0);
        return;
    }
    if (unsigned(kept) > first)
        ::close_range(first, unsigned(kept) - 1, 0);
    ::close_range(unsigned(kept) + 1, ~0U, 0);
}

void apply(const ProbeLimits& limits)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, rlim_t(limits.patience.count()));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // their shadows need terabytes of address space
    if (limits.memory > 0)
        limit(RLIMIT_AS, addressSpace() + limits.memory);
#endif
    if (limits.answer >= 0)
        limit(RLIMIT_FSIZE, limits.answerBytes);
    if (!limits.isConfined)
        return;
    closeAllBut(limits.answer);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    confineToComputing();
#endif
}

[[noreturn]] void perform(const std::function<void()>& action, const ProbeLimits& limits)
{
    if (const int nowhere = ::open("/dev/null", O_RDWR); nowhere >= 0)
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::dup2(nowhere, stream);
    sigset_t all;
    sigfillset(&all);
    for (const int deadly : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGXCPU})
        std::signal(deadly, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN); // a write that is too long fails
    ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
    try {
        apply(limits);
        action();
    } catch (const std::bad_alloc&) {
        ::_exit(kOutOfMemory);
    } catch (...) { // NOLINT(bugprone-empty-catch): the performance itself will throw it again and tell
    }
    ::_exit(kWentWell);
}

/// The processor time that @p child has taken.
std::chrono::nanoseconds timeOf(pid_t child)
{
    clockid_t clock{};
    timespec taken{};
    if (::clock_getcpuclockid(child, &clock) != 0 || ::clock_gettime(clock, &taken) != 0)
        return {};
    return std::chrono::seconds(taken.tv_sec) + std::chrono::nanoseconds(taken.tv_nsec);
}

std::string deathOf(int status, const ProbeLimits& limits)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return fmt::format("doesn't end within {} s", limits.patience.count());
    if (WIFSIGNALED(status))
        return fmt::format("ends the process with signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) == kOutOfMemory)
        return "asks for more memory than there is";
    if (WEXITSTATUS(status) != kWentWell)
        return fmt::format("ends the process with exit status {}", WEXITSTATUS(status));
    return {};
}

/// A child that is killed when it isn't waited for to its end.
class Child {
public:
    explicit Child(pid_t process)
        : m_process(process)
        , m_end(int(::syscall(SYS_pidfd_open, process, 0)))
    {
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child()
    {
        if (m_end >= 0)
            ::close(m_end);
        if (m_hasEnded)
            return;
        ::kill(m_process, SIGKILL);
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR)
            continue;
    }

    ProbeEnding wait(const ProbeLimits& limits, const std::stop_token& stop)
    {
        auto taken = timeOf(m_process);
        auto lastMoved = Clock::now();
        for (int status = 0; !stop.stop_requested();) {
            const auto ended = ::waitpid(m_process, &status, WNOHANG);
            m_hasEnded = ended == m_process || (ended < 0 && errno != EINTR);
            if (m_hasEnded && ended < 0)
                return {}; // somebody else reaps our children: nothing is known
            if (m_hasEnded && WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
                throw Cancelled();
            if (m_hasEnded)
                return {deathOf(status, limits), false};
            if (const auto now = timeOf(m_process); now > taken) {
                taken = now;
                lastMoved = Clock::now();
            }
            if (taken > limits.patience || Clock::now() - lastMoved > limits.patience)
                return {fmt::format("doesn't end within {} s", limits.patience.count()), taken <= limits.patience};
            rest();
        }
        throw Cancelled();
    }

private:
    /// Two milliseconds, or until the child ends.
    void rest() const
    {
        constexpr int kMilliseconds = 2;
        pollfd end{m_end, POLLIN, 0};
        if (m_end < 0 || ::poll(&end, 1, kMilliseconds) < 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(kMilliseconds));
    }

    pid_t m_process;
    int m_end; ///< readable when the child has ended; negative where the system has no such descriptor
    bool m_hasEnded = false;
};

} // namespace

ProbeEnding probeInChild(const std::function<void()>& action, const ProbeLimits& limits, const std::stop_token& stop)
{
    const auto process = ::fork();
    if (process < 0)
        throw Error(ErrorCode::Internal, Message("no process can be started: {}", std::strerror(errno)));
    if (process == 0)
        perform(action, limits);
    return Child(process).wait(limits, stop);
}

} // namespace ql
