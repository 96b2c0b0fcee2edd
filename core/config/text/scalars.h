// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/text/document.h"

#include <optional>
#include <string_view>

namespace ql::config::text {

/// What an unquoted scalar is: Null, Bool, Number, Word (text-proto) or Text. YAML follows version 1.1, as Python's
/// reader does: `on` is a Bool.
Value::Kind plainKind(Syntax syntax, std::string_view text);

/// "true", "yes", "on" in any case.
bool isTrueWord(std::string_view text);

/// The whole of @p text as an integer (decimal, 0x…), or as any number ("1e-3", ".inf", "NaN", "3").
std::optional<std::int64_t> integerOf(std::string_view text);
std::optional<double> numberOf(std::string_view text);

} // namespace ql::config::text
