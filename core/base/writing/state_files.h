// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ql {

/// Whether @p file has the name of a cancelled job's state and is one by what is in it, damaged ones too.
bool isState(const std::filesystem::path& file);

/// A job is about to keep its state in @p file, and to remove that in the end. @throws Error (FileWrite) if something
/// is there that this program did not write, unless an OverwriteGuard lets such files be replaced
void requireStateOrNone(const std::filesystem::path& file);

} // namespace ql
