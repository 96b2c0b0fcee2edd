// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ql {

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

} // namespace ql
