// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ql::quant {

/// @p text in the quotes and escapes of protobuf's text form: whatever bytes a name has, one line shows it.
std::string quotedText(std::string_view text);

/// What stands between such quotes; nothing where an escape is none.
std::optional<std::string> unquotedText(std::string_view inside);

} // namespace ql::quant
