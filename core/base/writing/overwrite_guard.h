// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/writing/file_kind.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql {

/// A file that a command reads, and what it is to the command: "--baseline".
struct ReadFile {
    std::filesystem::path path;
    std::string role;
};

/// While it lives, no file that a command reads is replaced by what it writes. Guards add up: a project has one, and
/// each of its commands. They may be made and ended while other threads write.
class OverwriteGuard {
public:
    /// What becomes of a file of another kind than what would replace it: a model by a table, say.
    enum class OtherKinds { Kept, Replaced };

    /// Files count by device and inode, so that links to them count too; what isn't there yet counts as nothing.
    explicit OverwriteGuard(const std::vector<ReadFile>& reads, OtherKinds others = OtherKinds::Kept);
    ~OverwriteGuard();
    OverwriteGuard(const OverwriteGuard&) = delete;
    OverwriteGuard& operator=(const OverwriteGuard&) = delete;

    /// @throws Error (FileWrite) if @p target is one of the files that a guard keeps
    static void requireNotRead(const std::filesystem::path& target);
    /// Whether a guard lets files of another kind be replaced.
    static bool areOtherKindsReplaced();
};

/// @throws Error (FileWrite) if @p target is there and is of another kind than @p kind, unless a guard lets such files
/// be replaced
void requireOfKind(const std::filesystem::path& target, FileKind kind);

} // namespace ql
