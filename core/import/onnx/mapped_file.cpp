// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/mapped_file.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ql::importers {

namespace {

/// A signal handler may take no lock, so the ranges stand in a table that never moves.
struct Range {
    std::atomic<std::uintptr_t> begin = 0; ///< 0 = free
    std::atomic<std::uintptr_t> end = 0;
};
constexpr std::size_t kMostMappings = 256;
std::array<Range, kMostMappings> g_ranges;
std::uintptr_t g_pageSize = 0;
struct sigaction g_before {};

/// Puts a page of zeros where the file ended; sends what is not ours to whoever was asked before.
void onBusError(int signal, siginfo_t* info, void* context)
{
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const auto& range : g_ranges) {
        if (address < range.begin || address >= range.end)
            continue;
        auto* page = reinterpret_cast<void*>(address / g_pageSize * g_pageSize);
        if (::mmap(page, g_pageSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
            return;
    }
    if ((g_before.sa_flags & SA_SIGINFO) != 0 && g_before.sa_sigaction)
        g_before.sa_sigaction(signal, info, context);
    else
        ::sigaction(signal, &g_before, nullptr); // the access is tried again and ends the process as it would have
}

void installHandler()
{
    g_pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &g_before);
}

std::uintptr_t numberOf(const std::byte* address)
{
    return reinterpret_cast<std::uintptr_t>(address);
}

/// Reading a mapped file that somebody cuts off meanwhile ends the process with SIGBUS (mmap(2)). While a mapping is
/// guarded, what is no longer there reads as zeros instead; that the file changed is seen by its stamp afterwards.
/// Thread-safe. False when as many mappings as there is room for are guarded already: copy the file then.
bool guardMapping(std::span<const std::byte> mapping)
{
    static std::once_flag once;
    std::call_once(once, installHandler);
    for (auto& range : g_ranges) {
        std::uintptr_t none = 0;
        if (!range.begin.compare_exchange_strong(none, numberOf(mapping.data())))
            continue;
        range.end = numberOf(mapping.data() + mapping.size());
        return true;
    }
    return false;
}

void forgetMapping(std::span<const std::byte> mapping)
{
    for (auto& range : g_ranges)
        if (range.begin == numberOf(mapping.data())) {
            range.end = 0;
            range.begin = 0;
        }
}

/// Closes the descriptor; the mapping outlives it.
class Descriptor {
public:
    // Non-blocking, so that a named pipe can't hang us before we see what it is.
    explicit Descriptor(const std::filesystem::path& path)
        : m_number(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    {
    }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return m_number; }

private:
    int m_number;
};

[[noreturn]] void throwUnreadable(const Message& reason)
{
    throw Error(ErrorCode::FileNotFound, Message("cannot be read: {}", reason));
}

} // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path)
{
    const Descriptor file(path);
    struct stat facts = {};
    if (file.number() < 0 || ::fstat(file.number(), &facts) != 0)
        throwUnreadable(Message::text(std::strerror(errno)));
    if (!S_ISREG(facts.st_mode))
        throwUnreadable(S_ISDIR(facts.st_mode) ? Message("it is a folder") : Message("it is not a regular file"));
    std::shared_ptr<MappedFile> opened(new MappedFile(stampOf(file.number(), path)));
    if (opened->m_stamp.size > kLargestCopy)
        opened->mapFrom(file.number());
    if (!opened->m_first && opened->m_stamp.size > 0)
        opened->copyFrom(file.number());
    return opened;
}

void MappedFile::copyFrom(int descriptor)
{
    m_copy.reset(new std::byte[m_stamp.size]);
    m_first = m_copy.get();
    for (std::size_t done = 0; done < m_stamp.size;) {
        const auto count = ::pread(descriptor, m_first + done, m_stamp.size - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            throwUnreadable(Message::text(std::strerror(errno)));
        if (count == 0)
            throw Error(ErrorCode::FileCorrupt, "the file became shorter while it was read");
        done += static_cast<std::size_t>(count);
    }
}

/// Leaves m_first empty when no more mappings can be guarded.
void MappedFile::mapFrom(int descriptor)
{
    void* mapped = ::mmap(nullptr, m_stamp.size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapped == MAP_FAILED) // NOLINT: the macro casts
        throwUnreadable(Message::text(std::strerror(errno)));
    m_first = static_cast<std::byte*>(mapped);
    if (guardMapping(bytes()))
        return;
    ::munmap(mapped, m_stamp.size);
    m_first = nullptr;
}

std::shared_ptr<const std::byte> MappedFile::copyOf(std::span<const std::byte> part) const
{
    constexpr std::size_t kChunk = std::size_t{8} << 20;
    static const auto kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::shared_ptr<std::byte[]> copy(new std::byte[std::max<std::size_t>(part.size(), 1)]); // aligned for every type
    const auto first = static_cast<std::size_t>(part.data() - m_first);
    for (std::size_t done = 0; done < part.size(); done += kChunk) {
        const auto size = std::min(kChunk, part.size() - done);
        std::memcpy(copy.get() + done, part.data() + done, size);
        const auto begin = (first + done) / kPage * kPage;
        if (!m_copy && part.size() >= kChunk) // a hint: a page that somebody else still reads comes back from the file
            ::madvise(m_first + begin, first + done + size - begin, MADV_DONTNEED);
    }
    return {copy, copy.get()};
}

MappedFile::~MappedFile()
{
    if (!isMapped())
        return;
    forgetMapping(bytes());
    ::munmap(m_first, m_stamp.size);
}

FileBytes wholeOf(const std::shared_ptr<const MappedFile>& file)
{
    const auto bytes = file->bytes();
    if (!file->isMapped())
        return {{file, bytes.data()}, bytes.size()};
    try {
        FileBytes whole{file->copyOf(bytes), bytes.size()};
        if (isCurrent(file->stamp())) // a mapping reads as zeros where the file ended
            return whole;
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::UnsupportedFormat, Message("{} bytes do not fit into memory", bytes.size()));
    }
    throw Error(ErrorCode::FileCorrupt, "the file changed while it was read");
}

} // namespace ql::importers
