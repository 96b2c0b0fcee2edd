// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_limits.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <fstream>
#include <latch>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// What memory, threads, clocks and reading need; every other call fails as one without permission, but for those that
/// only some arguments make harmless.
constexpr std::array kAllowed{
    SYS_brk,
    SYS_clock_getres,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_close,
    SYS_exit,
    SYS_exit_group,
    SYS_fstat,
    SYS_futex,
    SYS_getcpu,
    SYS_getpid,
    SYS_getrandom,
    SYS_getrlimit,
    SYS_getrusage,
    SYS_gettid,
    SYS_gettimeofday,
    SYS_lseek,
    SYS_madvise,
    SYS_membarrier,
    SYS_mmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_munmap,
    SYS_nanosleep,
    SYS_newfstatat,
    SYS_pread64,
    SYS_read,
    SYS_readlinkat,
    SYS_restart_syscall,
    SYS_rseq,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sched_getaffinity,
    SYS_sched_yield,
    SYS_set_robust_list,
    SYS_sigaltstack,
    SYS_statx,
    SYS_sysinfo,
    SYS_uname,
    SYS_write,
    SYS_writev,
};

sock_filter load(std::size_t offset)
{
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, std::uint32_t(offset));
}

/// Goes on behind @p otherwise instructions where the loaded number isn't @p number.
sock_filter unlessEqual(std::uint32_t number, std::uint8_t otherwise)
{
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, otherwise);
}

sock_filter give(std::uint32_t verdict)
{
    return BPF_STMT(BPF_RET | BPF_K, verdict);
}

/// What an argument is tested for: a number, or a flag.
struct Condition {
    std::uint16_t comparison = BPF_JEQ;
    std::uint32_t number = 0;
};

/// Lets @p call through where one of @p conditions holds for its first argument.
void allowSome(std::vector<sock_filter>& steps, std::uint32_t call, const std::vector<Condition>& conditions)
{
    const auto count = std::uint8_t(conditions.size());
    steps.push_back(unlessEqual(call, count + 3));
    steps.push_back(load(offsetof(seccomp_data, args[0])));
    for (std::uint8_t i = 0; i < count; ++i)
        steps.push_back(BPF_JUMP(std::uint16_t(BPF_JMP | BPF_K | conditions[i].comparison), conditions[i].number,
                                 std::uint8_t(count - i), 0));
    steps.push_back(give(SECCOMP_RET_ERRNO | EPERM));
    steps.push_back(give(SECCOMP_RET_ALLOW));
}

std::vector<sock_filter> program()
{
    const auto refused = give(SECCOMP_RET_ERRNO | EPERM);
    const auto allowed = give(SECCOMP_RET_ALLOW);
    constexpr std::uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    std::vector<sock_filter> steps{
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
        refused,
        load(offsetof(seccomp_data, nr)),
        unlessEqual(SYS_openat, 4),
        load(offsetof(seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kWriting, 0, 1),
        refused,
        allowed,
    };
    const auto self = std::uint32_t(::getpid());
    allowSome(steps, SYS_clone, {{BPF_JSET, CLONE_THREAD}}); // no processes
    allowSome(steps, SYS_tgkill, {{BPF_JEQ, self}});
    allowSome(steps, SYS_prlimit64, {{BPF_JEQ, 0}, {BPF_JEQ, self}});
    steps.push_back(unlessEqual(SYS_clone3, 1)); // its flags can't be seen: the C library takes clone() instead
    steps.push_back(give(SECCOMP_RET_ERRNO | ENOSYS));
    for (const auto number : kAllowed) {
        steps.push_back(unlessEqual(std::uint32_t(number), 1));
        steps.push_back(allowed);
    }
    steps.push_back(refused);
    return steps;
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

int processorCount()
{
    static const int kCount = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return kCount;
}

void requireThreads(int count)
{
    if (count <= processorCount())
        return;
    requireAddressSpace(static_cast<std::uint64_t>(count) * kBytesPerThread);
    if (!canRunTogether(count))
        throw Error(ErrorCode::BadArgument, Message("{} threads can't be started", count), "use fewer --threads");
}

void confineToComputing()
{
    if (kArchitecture == 0)
        return;
    auto steps = program();
    const sock_fprog filter{static_cast<unsigned short>(steps.size()), steps.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

} // namespace ql
