// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::tests {

/// What keeps @p text, if it is a document of ours, from being what its schema says, in words: also keys that the
/// schema doesn't know. Empty where nothing does, and for any other text.
std::string schemaProblem(std::string_view text);

} // namespace ql::tests
