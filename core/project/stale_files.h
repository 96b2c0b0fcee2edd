// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/clean/clean_result.h"

#include <filesystem>

namespace ql::project {

/// What is in @p folder and the folders below it that an earlier command wrote and that is no result: states of
/// searches that were cancelled, and whole dumps. A file counts only if its content shows whose it is; links are not
/// followed.
/// @throws Error (FileNotFound) if there is no such folder
results::CleanResult leftoversIn(const std::filesystem::path& folder);

/// Removes those files, and folders that only held them. @throws Error (FileWrite) naming the first that stays
void remove(results::CleanResult& leftovers);

} // namespace ql::project
