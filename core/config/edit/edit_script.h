// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ql::config::edit {

/// ' ' both have it, '-' only the first, '+' only the second.
struct ScriptRow {
    char sign;
    std::string_view line;
};

/// What turns the lines @p a into @p b: the fewest changes where 2,000 lines or fewer lie between two that both have
/// once; a longer piece without such a line is taken out and put in as a whole. Memory grows with the lines.
std::vector<ScriptRow> editScript(std::span<const std::string_view> a, std::span<const std::string_view> b);

} // namespace ql::config::edit
