// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ql::tests {

/// The rules of the house (the contributing chapter of the guide) held against one source file.
/// @p path is relative to the repository root, with slashes. Returns one "path:line: what is wrong" per violation.
std::vector<std::string> layeringProblems(const std::string& path, std::string_view text);

/// What the top level lacks or has too much. Dotfiles and build folders don't count.
std::vector<std::string> topLevelProblems(const std::vector<std::string>& names);

/// The folders of widgets, lower ones first; widgets/CMakeLists.txt lists them in the same order.
std::vector<std::string> widgetsOrder();

/// The folders under core, widgets and app that hold too many of @p files (relative paths) directly.
std::vector<std::string> folderSizeProblems(const std::vector<std::filesystem::path>& files);

/// Every file of @p root that the rules apply to, relative and sorted.
std::vector<std::filesystem::path> sourceFiles(const std::filesystem::path& root);

} // namespace ql::tests
