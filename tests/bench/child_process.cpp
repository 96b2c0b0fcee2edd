// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/child_process.h"

#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ql::bench {

namespace {

constexpr int kMillisecondsBetweenLooks = 3;

[[noreturn]] void becomeCommand(const std::vector<std::string>& command)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    std::vector<char*> words;
    for (const auto& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execv(words.front(), words.data());
    _exit(127);
}

double ownMebibytesOf(pid_t process)
{
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    constexpr const char* kField = "RssAnon:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(kField))
            return std::strtod(line.c_str() + std::strlen(kField), nullptr) / 1024.0;
    return 0.0;
}

} // namespace

ChildUsage runChild(const std::vector<std::string>& command)
{
    ChildUsage usage;
    usage.seconds = leastSeconds(1, [&] {
        const pid_t child = fork();
        if (child == 0)
            becomeCommand(command);
        int status = 0;
        rusage used{};
        pollfd end{int(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
        while (wait4(child, &status, WNOHANG, &used) == 0) {
            usage.ownMebibytes = std::max(usage.ownMebibytes, ownMebibytesOf(child));
            poll(&end, 1, kMillisecondsBetweenLooks);
        }
        close(end.fd);
        usage.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        usage.peakMebibytes = double(used.ru_maxrss) / 1024.0;
    });
    return usage;
}

} // namespace ql::bench
