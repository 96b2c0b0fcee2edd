// SPDX-License-Identifier: GPL-3.0-or-later
// To be preloaded: calls that concern files of one folder go wrong.
//   full         from the call on nothing that takes room succeeds
//   broken       the call fails with EIO
//   interrupted  every call fails with EINTR once
//   short        no write or read gets through whole
//   kill         the process dies after the call
#undef _FORTIFY_SOURCE // checked copies of the C library's functions would stand in the way of these
#include "tests/faults/fault_plan.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

using ql::tests::nextFunction;
using ql::tests::plan;

std::atomic<int> callCount = 0;

enum class Takes { Room, Nothing };

/// One call on a file of the folder.
class Call {
public:
    template <typename File>
    Call(const File& file, Takes takes)
        : m_isCounted(plan().concerns(file))
    {
        if (!m_isCounted)
            return;
        m_number = ++callCount;
        const auto& fault = plan().fault;
        if (fault == "full" && m_number >= plan().at && takes == Takes::Room)
            m_error = ENOSPC;
        else if (fault == "broken" && m_number == plan().at)
            m_error = EIO;
        else if (fault == "interrupted" && m_number % 2 == 1)
            m_error = EINTR;
        if (m_error != 0)
            plan().makeMark();
    }
    ~Call()
    {
        if (!m_isCounted || plan().fault != "kill" || m_number != plan().at)
            return;
        plan().makeMark();
        kill(getpid(), SIGKILL);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    bool isFailing() const { return m_error != 0; }
    void setError() const
    {
        if (m_error != 0)
            errno = m_error;
    }
    std::size_t allowed(std::size_t bytes) const
    {
        if (!m_isCounted || plan().fault != "short" || bytes < 2)
            return bytes;
        plan().makeMark();
        return bytes / 2;
    }

private:
    bool m_isCounted;
    int m_number = 0;
    int m_error = 0;
};

template <typename Result, typename Function>
Result perform(const Call& call, Result failure, Function function)
{
    if (!call.isFailing())
        return function();
    call.setError();
    return failure;
}

Takes taking(int flags)
{
    return (flags & (O_CREAT | O_TRUNC)) != 0 ? Takes::Room : Takes::Nothing;
}

Takes taking(const char* mode)
{
    return std::strchr(mode, 'r') && !std::strchr(mode, '+') ? Takes::Nothing : Takes::Room;
}

mode_t rightsIn(int flags, va_list& arguments)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

} // namespace

// The names are the C library's.
extern "C" {

#define QL_OPEN(name)                                                                                                  \
    int name(const char* path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, flags);                                                                                    \
        const mode_t rights = rightsIn(flags, arguments);                                                              \
        va_end(arguments);                                                                                             \
        static const auto next = nextFunction<int(const char*, int, ...)>(#name);                                      \
        return perform(Call(path, taking(flags)), -1, [&] { return next(path, flags, rights); });                      \
    }
QL_OPEN(open)
QL_OPEN(open64)

#define QL_CHECKED_OPEN(name)                                                                                          \
    int name(const char* path, int flags)                                                                              \
    {                                                                                                                  \
        static const auto next = nextFunction<int(const char*, int)>(#name);                                           \
        return perform(Call(path, taking(flags)), -1, [&] { return next(path, flags); });                              \
    }
QL_CHECKED_OPEN(__open_2)
QL_CHECKED_OPEN(__open64_2)

#define QL_STREAM(name)                                                                                                \
    FILE* name(const char* path, const char* mode)                                                                     \
    {                                                                                                                  \
        static const auto next = nextFunction<FILE*(const char*, const char*)>(#name);                                 \
        return perform<FILE*>(Call(path, taking(mode)), nullptr, [&] { return next(path, mode); });                    \
    }
QL_STREAM(fopen)
QL_STREAM(fopen64)

#define QL_TEMPORARY(name)                                                                                             \
    int name(char* pattern, int suffix, int flags)                                                                     \
    {                                                                                                                  \
        static const auto next = nextFunction<int(char*, int, int)>(#name);                                            \
        return perform(Call(pattern, Takes::Room), -1, [&] { return next(pattern, suffix, flags); });                  \
    }
QL_TEMPORARY(mkostemps)
QL_TEMPORARY(mkostemps64)

ssize_t write(int file, const void* bytes, size_t size)
{
    static const auto next = nextFunction<ssize_t(int, const void*, size_t)>("write");
    const Call call(file, Takes::Room);
    return perform<ssize_t>(call, -1, [&] { return next(file, bytes, call.allowed(size)); });
}

ssize_t writev(int file, const iovec* parts, int count)
{
    static const auto next = nextFunction<ssize_t(int, const iovec*, int)>("writev");
    const Call call(file, Takes::Room);
    const auto* filled = std::find_if(parts, parts + count, [](const iovec& part) { return part.iov_len > 0; });
    if (filled == parts + count)
        return perform<ssize_t>(call, -1, [&] { return next(file, parts, count); });
    iovec part = *filled;
    part.iov_len = call.allowed(part.iov_len);
    const bool isWhole = part.iov_len == filled->iov_len;
    return perform<ssize_t>(call, -1, [&] { return isWhole ? next(file, parts, count) : next(file, &part, 1); });
}

ssize_t read(int file, void* bytes, size_t size)
{
    static const auto next = nextFunction<ssize_t(int, void*, size_t)>("read");
    const Call call(file, Takes::Nothing);
    return perform<ssize_t>(call, -1, [&] { return next(file, bytes, call.allowed(size)); });
}

int fsync(int file)
{
    static const auto next = nextFunction<int(int)>("fsync");
    return perform(Call(file, Takes::Room), -1, [&] { return next(file); });
}

int fchmod(int file, mode_t rights)
{
    static const auto next = nextFunction<int(int, mode_t)>("fchmod");
    return perform(Call(file, Takes::Nothing), -1, [&] { return next(file, rights); });
}

int rename(const char* from, const char* to)
{
    static const auto next = nextFunction<int(const char*, const char*)>("rename");
    return perform(Call(to, Takes::Room), -1, [&] { return next(from, to); });
}

int link(const char* from, const char* to)
{
    static const auto next = nextFunction<int(const char*, const char*)>("link");
    return perform(Call(to, Takes::Room), -1, [&] { return next(from, to); });
}

/// As Linux does it: the file is closed, whatever it answers.
int close(int file)
{
    static const auto next = nextFunction<int(int)>("close");
    const Call call(file, Takes::Room);
    const int closed = next(file);
    call.setError();
    return call.isFailing() ? -1 : closed;
}

int fclose(FILE* file)
{
    static const auto next = nextFunction<int(FILE*)>("fclose");
    const Call call(fileno(file), Takes::Room);
    const int closed = next(file);
    call.setError();
    return call.isFailing() ? EOF : closed;
}
}
