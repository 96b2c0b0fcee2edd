// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql {

/// Bytes in memory with shared ownership, aligned for every element type.
struct FileBytes {
    std::shared_ptr<const std::byte> data;
    std::size_t size = 0;

    std::span<const std::byte> span() const { return {data.get(), size}; }
};

/// Room for @p size bytes to be filled in. @throws Error (UnsupportedFormat) when memory does not suffice.
std::shared_ptr<std::byte> allocateBytes(std::size_t size);

/// A regular file, open for reading. What else a path may name is refused before it is opened: a pipe would wait for a
/// writer, a device has no end. @throws Error (FileNotFound), without the path
std::ifstream openFile(const std::filesystem::path& path);

/// The whole of a regular file. @throws Error (FileNotFound) with the path
FileBytes readFileBytes(const std::filesystem::path& path);

/// @p bytes with every true as 1: a bool that is neither 0 nor 1 would be undefined behaviour further on.
FileBytes normalizedBools(const FileBytes& bytes);

// A stream that fails on the way looks as one that came to its end: half a file would be taken for the whole. These
// don't.

/// The whole file as it is. @throws Error (FileNotFound), without the path
std::string readText(const std::filesystem::path& path);

/// Its lines, without the '\n' that ends them. @throws Error (FileNotFound), without the path
std::vector<std::string> readLines(const std::filesystem::path& path);

/// The whole file as it is. Nothing if it can't be read or is no regular file.
std::optional<std::string> readTextFile(const std::filesystem::path& path);

/// The whole file, or nothing where there is none. @throws Error (FileNotFound) with the path when there is one that
/// can't be read
std::optional<std::string> readTextIfThere(const std::filesystem::path& path);

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

/// SHA-256 (FIPS 180-4), 64 lower-case hexadecimal digits.
std::string sha256Of(std::string_view bytes);
/// Of the whole file. @throws Error (FileNotFound) if it can't be read
std::string sha256OfFile(const std::filesystem::path& path);

} // namespace ql
