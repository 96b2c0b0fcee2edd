// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace ql::import {

/// A whole file mapped read-only. Shared by every tensor whose bytes lie in it; unmapped with the last of them.
class MappedFile {
public:
    /// @throws Error (FileNotFound) when it is missing, unreadable or not a regular file; the caller adds the path.
    static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {m_first, m_size}; }

    /// The bytes of @p part, in memory of its own. What was read of the mapping is given back on the way, so that a big
    /// part isn't in memory twice. @pre @p part lies in bytes()
    std::shared_ptr<const std::byte> copyOf(std::span<const std::byte> part) const;

private:
    MappedFile(std::byte* first, std::size_t size)
        : m_first(first)
        , m_size(size)
    {
    }

    std::byte* m_first;
    std::size_t m_size;
};

} // namespace ql::import
