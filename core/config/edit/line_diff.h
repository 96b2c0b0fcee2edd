// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::config::edit {

/// The unified diff of two texts with three lines around each change; empty when they are equal.
std::string lineDiff(std::string_view before, std::string_view after, std::string_view name);

} // namespace ql::config::edit
