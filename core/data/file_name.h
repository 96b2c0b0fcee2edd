// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::data {

/// @p name as a file name without suffix: bytes outside A-Za-z0-9._- become _, long names are cut, an empty name
/// becomes "tensor".
std::string fileNameFor(std::string_view name);

} // namespace ql::data
