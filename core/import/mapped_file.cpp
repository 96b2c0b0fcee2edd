// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/mapped_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ql::import {

namespace {

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

[[noreturn]] void throwUnreadable(const std::string& reason)
{
    throw Error(ErrorCode::FileNotFound, fmt::format("cannot be read: {}", reason));
}

} // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path)
{
    const Descriptor file(path);
    struct stat facts = {};
    if (file.number() < 0 || ::fstat(file.number(), &facts) != 0)
        throwUnreadable(std::strerror(errno));
    if (!S_ISREG(facts.st_mode))
        throwUnreadable(S_ISDIR(facts.st_mode) ? "it is a folder" : "it is not a regular file");
    const auto size = static_cast<std::size_t>(facts.st_size);
    std::byte* first = nullptr;
    if (size > 0) {
        void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
        if (mapped == MAP_FAILED) // NOLINT: the macro casts
            throwUnreadable(std::strerror(errno));
        first = static_cast<std::byte*>(mapped);
    }
    return std::shared_ptr<const MappedFile>(new MappedFile(first, size));
}

MappedFile::~MappedFile()
{
    if (m_first)
        ::munmap(m_first, m_size);
}

} // namespace ql::import
