// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ql::report {

/// Characters of UTF-8 text.
std::size_t letterCount(std::string_view text);
/// The end of a long name tells more than its beginning: "…" and its last letters, @p most in all but for the "…".
std::string lastLetters(const std::string& name, std::size_t most);

} // namespace ql::report
