// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ql::report {

/// Name within the folder, content.
using ReportFiles = std::vector<std::pair<std::string, std::string>>;

/// Writes each file beside its target and renames it, texts (.txt) as printable() has them: names in a model are any
/// bytes. Returns their paths, in order. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeReportFiles(const std::filesystem::path& folder, const ReportFiles& files);

} // namespace ql::report
