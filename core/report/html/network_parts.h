// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/network_layout.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace ql::report {

/// Characters of UTF-8 text.
std::size_t letterCount(std::string_view text);
/// The end of a long name tells more than its beginning: "…" and its last letters, @p most in all but for the "…".
std::string lastLetters(const std::string& name, std::size_t most);

/// The way from the lower edge of box @p from to the upper edge of @p to, as a path's `d`.
std::string edgePath(const NetworkLayout::Place& from, const NetworkLayout::Place& to);

} // namespace ql::report
