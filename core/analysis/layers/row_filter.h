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

/// @throws Error (BadArgument) where @p filter asks for something and @p isAny says that it lets nothing through
void requirePassing(const results::LayerFilter& filter, bool isAny);

/// Whether one of @p names begins with one of @p prefixes; true without prefixes.
bool hasPrefix(const std::vector<std::string>& prefixes, std::initializer_list<std::string_view> names);

/// What somebody asks for who copies what Python prints of a class: "torch.nn.modules.conv.Conv2d" of
/// "<class 'torch.nn.modules.conv.Conv2d'>"; any other type as it is.
std::string_view askedType(std::string_view type);

/// Whether one of @p opTypes is among @p wanted, with or without its domain, or is what one of those modules of PyTorch
/// computes ("Linear"); true when nothing is wanted.
bool hasType(const std::vector<std::string>& wanted, std::initializer_list<std::string_view> opTypes);

} // namespace ql::analysis
