// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace ql {

/// What tells one state of a file from another without reading it: also a file that was replaced by one of the same
/// size within the same second.
struct FileStamp {
    std::filesystem::path path;
    std::uint64_t size = 0;
    std::int64_t modifiedNs = 0; ///< since 1970
    std::uint64_t inode = 0;
    std::uint64_t device = 0;

    bool operator==(const FileStamp&) const = default;
};

/// As the file stands now; all zero where there is none.
FileStamp stampOf(const std::filesystem::path& path);
/// Whether the file still stands as it did when @p stamp was taken.
inline bool isCurrent(const FileStamp& stamp)
{
    return stamp == stampOf(stamp.path);
}
/// Of an open file that was found at @p path.
FileStamp stampOf(int descriptor, const std::filesystem::path& path);

} // namespace ql
