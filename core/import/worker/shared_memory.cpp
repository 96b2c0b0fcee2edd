// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/shared_memory.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ql::importers {

namespace {

[[noreturn]] void throwNoMemory()
{
    throw Error(ErrorCode::Internal, Message("no shared memory can be made: {}", std::strerror(errno)));
}

} // namespace

SharedMemory::SharedMemory()
    : m_descriptor(::memfd_create("quantloupe-answer", MFD_CLOEXEC | MFD_ALLOW_SEALING))
{
    if (m_descriptor < 0)
        throwNoMemory();
}

SharedMemory::~SharedMemory()
{
    ::close(m_descriptor);
}

void SharedMemory::clear()
{
    if (::ftruncate(m_descriptor, 0) != 0 || ::lseek(m_descriptor, 0, SEEK_SET) != 0)
        throwNoMemory();
}

void SharedMemory::append(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const auto count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            throw std::bad_alloc();
        bytes = bytes.subspan(std::size_t(count));
    }
}

FileBytes SharedMemory::seal()
{
    struct stat facts = {};
    if (::fcntl(m_descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0
        || ::fstat(m_descriptor, &facts) != 0)
        throw Error(ErrorCode::FileCorrupt, "others can still change it");
    const auto size = std::size_t(facts.st_size);
    if (size == 0)
        return {};
    auto* first = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, m_descriptor, 0);
    if (first == MAP_FAILED)
        throw std::bad_alloc();
    const auto unmap = [size](const std::byte* bytes) { ::munmap(const_cast<std::byte*>(bytes), size); };
    return {{static_cast<const std::byte*>(first), unmap}, size};
}

} // namespace ql::importers
