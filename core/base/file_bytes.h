// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>

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

} // namespace ql
