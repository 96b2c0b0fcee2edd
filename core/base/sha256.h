// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ql {

/// SHA-256 (FIPS 180-4), 64 lower-case hexadecimal digits.
std::string sha256Of(std::string_view bytes);
/// Of the whole file. @throws Error (FileNotFound) if it can't be read
std::string sha256OfFile(const std::filesystem::path& path);

} // namespace ql
