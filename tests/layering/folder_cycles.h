// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ql::tests {

/// Folders of one folder, at any depth of core, widgets and app, that include each other directly or round about: one
/// "core/ops: kernels > support > kernels" per circle, with a file of each step. @p files has texts by relative path.
std::vector<std::string> folderCycles(const std::map<std::string, std::string>& files);

} // namespace ql::tests
