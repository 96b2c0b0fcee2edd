// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

namespace ql::importers {

/// A whole file in memory, read-only: a small one copied, a big one mapped. Shared by every tensor whose bytes lie in
/// it; given back with the last of them. Somebody who cuts off or rewrites the file meanwhile ends nothing: a copy
/// stays as it was, a mapping reads as zeros where the file ended. Whoever needs to know compares stamp() with the
/// file.
class MappedFile {
public:
    static constexpr std::size_t kLargestCopy = std::size_t{64} << 20;

    /// @throws Error (FileNotFound) when it is missing, unreadable or not a regular file; the caller adds the path.
    static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {m_first, m_stamp.size}; }
    /// Whether it is the file's pages and not a copy.
    bool isMapped() const { return m_first && !m_copy; }
    /// Of the file as it was opened.
    const FileStamp& stamp() const { return m_stamp; }

    /// The bytes of @p part, in memory of its own. What was read of the mapping is given back on the way, so that a big
    /// part isn't in memory twice. @pre @p part lies in bytes()
    std::shared_ptr<const std::byte> copyOf(std::span<const std::byte> part) const;

private:
    explicit MappedFile(FileStamp stamp)
        : m_stamp(std::move(stamp))
    {
    }
    void copyFrom(int descriptor);
    void mapFrom(int descriptor);

    FileStamp m_stamp;
    std::byte* m_first = nullptr;
    std::unique_ptr<std::byte[]> m_copy; ///< none where the file is mapped
};

/// All of @p file in memory that no change of the file on disk reaches. @throws Error (UnsupportedFormat) when memory
/// does not suffice, (FileCorrupt) when the file changed meanwhile; the caller adds the path
FileBytes wholeOf(const std::shared_ptr<const MappedFile>& file);

} // namespace ql::importers
