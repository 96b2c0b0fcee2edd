// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/dumps/dump_index.h"

#include <filesystem>
#include <vector>

namespace ql::data {

/// Whether @p folder is the Result_N of one sample (QNN, SNPE): layers may lie in subfolders of it.
bool isSampleFolder(const std::filesystem::path& folder);

/// Where in @p folder the tensors lie: itself, or the subfolder that a tool makes for them. Says in @p notes which of
/// several samples it is, and how to take another.
std::filesystem::path folderOfTensors(const std::filesystem::path& folder, std::vector<Message>& notes);

/// Calls @p tensors, which lie in @p place, what the tool that named their files calls them: by a list that it left in
/// @p folder, or by the rules of board_names.inc. What layers read is taken out. Says so in @p notes.
void nameByTool(std::vector<DumpedTensor>& tensors, const std::filesystem::path& folder,
                const std::filesystem::path& place, std::vector<Message>& notes);

} // namespace ql::data
