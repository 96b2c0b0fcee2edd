// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ql::cli {

/// The files that are there of those that @p word, given to an option, makes a command read: a path, or an input as
/// `name=file.bin:float32:1x3`, `DATASET[13]`. Of a folder those that hold tensors, of a list of paths what it lists,
/// too, and of a model its weights beside it. @throws Error (FileNotFound) for a list that can't be read
std::vector<std::filesystem::path> filesNamedBy(const std::string& word);

} // namespace ql::cli
