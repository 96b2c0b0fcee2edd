// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// What the documents call themselves, in the order of the help: "compare" of "quantloupe.compare/1".
std::vector<std::string_view> documentNames();

/// The JSON Schema (draft 7) of the documents of that name, made of the descriptions that also write them: indented,
/// with a newline at the end. @throws Error (BadArgument) listing the names for an unknown one
std::string documentSchemaText(std::string_view name);

} // namespace ql::report
