// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/confinement.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <vector>

namespace ql {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// What memory, threads, clocks and reading need; every other call fails as one without permission.
constexpr std::array kAllowed{
    SYS_brk,
    SYS_clock_getres,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_clone,
    SYS_clone3,
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
    SYS_prlimit64,
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
    SYS_tgkill,
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
    for (const auto number : kAllowed) {
        steps.push_back(unlessEqual(std::uint32_t(number), 1));
        steps.push_back(allowed);
    }
    steps.push_back(refused);
    return steps;
}

} // namespace

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
