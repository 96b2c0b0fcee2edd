// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <filesystem>
#include <vector>

namespace ql {

/// While it lives, this process writes files below some places only: whoever runs what a stranger wrote down stands in
/// one. At most one at a time; it may be made and ended while other threads write, which see it from then on.
class WriteScope {
public:
    /// @p places are folders or files; links in them are followed. @p hint tells what to do about a refusal.
    WriteScope(std::vector<std::filesystem::path> places, Message hint);
    ~WriteScope();
    WriteScope(const WriteScope&) = delete;
    WriteScope& operator=(const WriteScope&) = delete;

    /// @throws Error (FileWrite) if a scope stands and @p target, links followed, lies in none of its places
    static void requireWritable(const std::filesystem::path& target);
};

/// Whether @p path is @p folder or lies below it, links followed in both; neither need exist.
bool liesWithin(const std::filesystem::path& path, const std::filesystem::path& folder);

} // namespace ql
