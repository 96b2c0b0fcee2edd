// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql {

/// What one file may make of itself in memory: zeros between a sparse tensor's values, what was packed, functions and
/// bodies that are laid out wherever they are called. All that is made of it counts together, whichever reader makes
/// it, before it is made. Used by one thread.
class ExpansionBudget {
public:
    /// Of a file of @p fileBytes bytes.
    explicit ExpansionBudget(std::uint64_t fileBytes);

    /// Another file that belongs to it is read, too.
    void read(std::uint64_t fileBytes) { m_read += fileBytes; }
    /// @throws Error (UnsupportedFormat) where @p bytes are more than is left of allowed()
    void make(std::uint64_t bytes) { make(bytes, 1); }
    /// @p count elements of @p bytesEach; their product may be any number.
    void make(std::uint64_t count, std::uint64_t bytesEach);

    /// Bytes: 256 MB and 1024 for every byte that is read (the most that deflate packs), at most 1 GB and 8 for every
    /// byte; no less than what an AllowedExpansion says.
    std::uint64_t allowed() const;

private:
    std::uint64_t m_read;
    std::uint64_t m_made = 0;
};

/// While it lives, files of this process, and of its children, may make so many bytes of themselves at least
/// (`--max-memory`). Of several that live, as requests are answered side by side, the greatest counts. Thread-safe.
class AllowedExpansion {
public:
    /// @p bytes 0 = no more than is allowed anyway.
    explicit AllowedExpansion(std::uint64_t bytes);
    ~AllowedExpansion();
    AllowedExpansion(const AllowedExpansion&) = delete;
    AllowedExpansion& operator=(const AllowedExpansion&) = delete;

    static std::uint64_t bytes();

private:
    std::uint64_t m_bytes;
};

} // namespace ql
