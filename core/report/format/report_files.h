// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::report {

/// Name within the folder, content.
using ReportFiles = std::vector<std::pair<std::string, std::string>>;

/// Writes each file beside its target and renames it, texts (.txt) as printable() has them: names in a model are any
/// bytes. Returns their paths, in order. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeReportFiles(const std::filesystem::path& folder, const ReportFiles& files);

/// @p name as a part of a file's name: letters, digits, `.`, `_` and `-` stay, every other byte becomes `_`.
std::string fileNamePart(std::string_view name);

} // namespace ql::report
