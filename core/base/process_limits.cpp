// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_limits.h"

#include "core/base/error.h"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <latch>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ql {

namespace {

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kBytesPerThread = 40 * kMegabyte; ///< a stack, and the buffer that OpenBLAS gives each

std::uint64_t usedAddressSpace()
{
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool canRunTogether(int count)
{
    std::latch everyoneMayEnd(1);
    std::vector<std::jthread> threads;
    bool couldStart = true;
    try {
        while (threads.size() < static_cast<std::size_t>(count))
            threads.emplace_back([&everyoneMayEnd] { everyoneMayEnd.wait(); });
    } catch (const std::system_error&) {
        couldStart = false;
    }
    everyoneMayEnd.count_down();
    return couldStart;
}

} // namespace

void keepStandardStreamsOpen()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            // The lowest free number is given: this one. Writing to /dev/full fails, as writing to nothing must.
            ::open(stream == STDOUT_FILENO ? "/dev/full" : "/dev/null", O_RDWR);
}

void requireAddressSpace(std::uint64_t bytes)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    const auto needed = usedAddressSpace() + bytes;
    if (limit.rlim_cur < needed)
        throw Error(ErrorCode::Engine,
                    Message("the address space of the process is limited to {} MB, expected at least {} MB",
                            limit.rlim_cur / kMegabyte, needed / kMegabyte),
                    "raise the limit (ulimit -v), or use fewer --threads");
}

void requireThreads(int count)
{
    if (count <= static_cast<int>(std::thread::hardware_concurrency()))
        return;
    requireAddressSpace(static_cast<std::uint64_t>(count) * kBytesPerThread);
    if (!canRunTogether(count))
        throw Error(ErrorCode::BadArgument, Message("{} threads can't be started", count), "use fewer --threads");
}

} // namespace ql
