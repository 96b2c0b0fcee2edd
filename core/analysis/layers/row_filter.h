// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// Whether @p filter lets a layer through that goes by one of @p names (its own and that of its module) and whose
/// operator is one of @p opTypes.
bool passes(const results::LayerFilter& filter, std::initializer_list<std::string_view> names,
            std::initializer_list<std::string_view> opTypes);

/// Whether @p scope is the module of path @p module, or stands in it.
bool isWithin(std::string_view scope, std::string_view module);

/// @p known are the names of all layers there are and the paths of their modules. @throws Error (BadArgument) naming a
/// module of @p filter that is none of them
void requireKnownModules(const results::LayerFilter& filter, const std::vector<std::string_view>& known);

/// Whether one of @p names begins with one of @p prefixes; true without prefixes.
bool hasPrefix(const std::vector<std::string>& prefixes, std::initializer_list<std::string_view> names);

/// Whether one of @p opTypes is among @p wanted, with or without its domain, or is what one of those modules of PyTorch
/// computes ("Linear"); true when nothing is wanted.
bool hasType(const std::vector<std::string>& wanted, std::initializer_list<std::string_view> opTypes);

} // namespace ql::analysis
