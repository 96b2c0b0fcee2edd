// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace ql {

/// How many characters have to be put in, taken out or replaced to make @p b of @p a.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace ql
