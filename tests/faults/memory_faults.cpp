// SPDX-License-Identifier: GPL-3.0-or-later
// To be preloaded: memory is refused once the process has opened a file of the folder, counted from there.
//   once     to one request
//   forever  from that request on
#undef _FORTIFY_SOURCE // checked copies of the C library's functions would stand in the way of these
#include "tests/faults/fault_plan.h"

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <new>

namespace {

using ql::tests::nextFunction;
using ql::tests::plan;

std::atomic<bool> isCounting = false;
std::atomic<int> requestCount = 0;

bool isRefused()
{
    if (!isCounting.load(std::memory_order_relaxed))
        return false;
    const int number = ++requestCount;
    if (number < plan().at || (number > plan().at && plan().fault == "once"))
        return false;
    if (number == plan().at)
        plan().makeMark();
    errno = ENOMEM;
    return true;
}

/// The allocator's own: the program's, or else the C library's. Looked up without a lock, as the loader asks, too.
template <typename Signature>
Signature* allocators(const char* name, std::atomic<Signature*>& known)
{
    if (auto* const found = known.load(std::memory_order_relaxed))
        return found;
    known = nextFunction<Signature>(name);
    return known;
}

void startAt(const char* path)
{
    if (!isCounting && plan().concerns(path))
        isCounting = true;
}

} // namespace

// The names are the C library's.
extern "C" {

void* malloc(size_t size)
{
    static std::atomic<void* (*)(size_t)> known;
    return isRefused() ? nullptr : allocators("malloc", known)(size);
}

void* calloc(size_t count, size_t size)
{
    static std::atomic<void* (*)(size_t, size_t)> known;
    return isRefused() ? nullptr : allocators("calloc", known)(count, size);
}

void* realloc(void* memory, size_t size)
{
    static std::atomic<void* (*)(void*, size_t)> known;
    return isRefused() ? nullptr : allocators("realloc", known)(memory, size);
}

void* memalign(size_t alignment, size_t size)
{
    static std::atomic<void* (*)(size_t, size_t)> known;
    return isRefused() ? nullptr : allocators("memalign", known)(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void** memory, size_t alignment, size_t size)
{
    void* found = memalign(alignment, size);
    if (!found)
        return ENOMEM;
    *memory = found;
    return 0;
}

#define QL_OPEN(name)                                                                                                  \
    int name(const char* path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, flags);                                                                                    \
        const mode_t rights = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;                    \
        va_end(arguments);                                                                                             \
        static const auto next = nextFunction<int(const char*, int, ...)>(#name);                                      \
        startAt(path);                                                                                                 \
        return next(path, flags, rights);                                                                              \
    }
QL_OPEN(open)
QL_OPEN(open64)

#define QL_STREAM(name)                                                                                                \
    FILE* name(const char* path, const char* mode)                                                                     \
    {                                                                                                                  \
        static const auto next = nextFunction<FILE*(const char*, const char*)>(#name);                                 \
        startAt(path);                                                                                                 \
        return next(path, mode);                                                                                       \
    }
QL_STREAM(fopen)
QL_STREAM(fopen64)
}

// An allocator may bring its own, which ask nobody.
void* operator new(size_t size)
{
    if (void* const found = malloc(size))
        return found;
    throw std::bad_alloc();
}

void* operator new[](size_t size)
{
    return operator new(size);
}

void* operator new(size_t size, const std::nothrow_t&) noexcept
{
    return malloc(size);
}

void* operator new[](size_t size, const std::nothrow_t&) noexcept
{
    return malloc(size);
}

void* operator new(size_t size, std::align_val_t alignment)
{
    if (void* const found = memalign(size_t(alignment), size))
        return found;
    throw std::bad_alloc();
}
