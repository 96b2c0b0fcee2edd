// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace ql::importers::torchscript {

/// How deep LibTorch's parser and compiler, which call themselves for everything that stands in something else, could
/// have to go for @p source; at least as much as
/// they will.
std::size_t nestingOf(std::string_view source);

} // namespace ql::importers::torchscript
