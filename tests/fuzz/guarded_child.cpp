// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/guarded_child.h"

#include "core/base/error.h"

#include <csignal>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ql::tests {

namespace {

constexpr rlim_t kSeconds = 30;                ///< of processor time: a busy machine makes nothing slower by it
constexpr unsigned kMostSeconds = 300;         ///< for what waits and computes nothing
constexpr rlim_t kMostBytes = rlim_t{8} << 30; // of address space: LibTorch alone takes a part of it

/// What the child leaves behind, in memory that both processes see.
struct Report {
    int stage;
    char message[512];
};

void limitResources()
{
#if !defined(__SANITIZE_ADDRESS__) // its shadow needs terabytes of address space
    const rlimit limit{kMostBytes, kMostBytes};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
    const rlimit time{kSeconds, kSeconds + 1};
    ::setrlimit(RLIMIT_CPU, &time);
    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
}

void note(Report& report, const char* message)
{
    std::strncpy(report.message, message, sizeof report.message - 1);
}

int runBody(const std::function<void(const BeginStage&)>& body, Report& report)
{
    using Ending = ChildResult::Ending;
    try {
        body([&report](int stage) { report.stage = stage; });
        return int(Ending::Done);
    } catch (const Error& error) {
        note(report, error.what());
        return int(Ending::Refused);
    } catch (const std::exception& exception) {
        note(report, exception.what());
        return int(Ending::OtherException);
    } catch (...) {
        return int(Ending::OtherException);
    }
}

ChildResult::Ending endingOf(int status)
{
    using Ending = ChildResult::Ending;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU ? Ending::TimedOut : Ending::Crashed;
    const auto code = WEXITSTATUS(status);
    return code <= int(Ending::OtherException) ? static_cast<Ending>(code) : Ending::Crashed;
}

} // namespace

ChildResult runGuarded(const std::function<void(const BeginStage&)>& body)
{
    void* shared = ::mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto& report = *new (shared) Report{};
    const auto child = ::fork();
    if (child < 0)
        throw std::runtime_error("cannot fork");
    if (child == 0) {
        limitResources();
        for (const int number : {SIGALRM, SIGXCPU})
            std::signal(number, SIG_DFL);
        ::alarm(kMostSeconds);
        // A test program handles fatal signals by printing a report: the parent does that.
        for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL})
            std::signal(number, SIG_DFL);
        ::_exit(runBody(body, report));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ChildResult result{endingOf(status), report.stage, report.message};
    if (WIFSIGNALED(status))
        result.message = std::string("signal ") + std::to_string(WTERMSIG(status));
    ::munmap(shared, sizeof(Report));
    return result;
}

} // namespace ql::tests
