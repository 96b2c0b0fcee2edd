// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

namespace ql::data {

/// What follows the last dot of a file's name, with the dot and in lower case: cameras and old systems write "A.JPG".
inline std::string lowerCaseSuffix(const std::filesystem::path& path)
{
    auto suffix = path.extension().string();
    std::ranges::transform(suffix, suffix.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return suffix;
}

} // namespace ql::data
