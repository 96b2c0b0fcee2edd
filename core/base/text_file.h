// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ql {

/// The whole file as it is. Nothing if it can't be read or is no regular file.
std::optional<std::string> readTextFile(const std::filesystem::path& path);

} // namespace ql
