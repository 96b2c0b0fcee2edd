// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// Whether one of @p names begins with one of @p prefixes; true without prefixes.
bool hasPrefix(const std::vector<std::string>& prefixes, std::initializer_list<std::string_view> names);

/// Whether one of @p opTypes is among @p wanted, with or without its domain, or is what one of those modules of PyTorch
/// computes ("Linear"); true when nothing is wanted.
bool hasType(const std::vector<std::string>& wanted, std::initializer_list<std::string_view> opTypes);

} // namespace ql::analysis
