// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/csrc/jit/frontend/tree_views.h>

#include <cstddef>
#include <string_view>
#include <vector>

namespace ql::importers::torchscript {

/// One source of an archive: what it defines.
struct Definitions {
    std::vector<torch::jit::ClassDef> classes;
    std::vector<torch::jit::Def> functions;
};

/// @throws what LibTorch's parser throws
Definitions definitionsIn(std::string_view source);

/// Refuses code that could call another of LibTorch's operators than those of core/ops/torch/allowed_operators.h,
/// whether it ever runs or not. Names are all that can be told before a program is read: of what isn't `self` every
/// attribute counts that is called like an operator of a tensor. @throws Error (UnsupportedFormat) naming class,
/// method, line and operator
void refuseUnlistedOperators(const Definitions& definitions);

/// Whether LibTorch runs code of one of the classes while it reads the file: __setstate__.
bool runsWhileItLoads(const Definitions& definitions);

/// Refuses what such code has no need for: loops, casts that nobody checks and calls of other classes.
/// @throws Error (UnsupportedFormat)
void refuseUnsafeLoading(const Definitions& definitions);

/// How deep LibTorch's parser and compiler, which call themselves for everything that stands in something else, could
/// have to go for @p source; at least as much as
/// they will.
std::size_t nestingOf(std::string_view source);

} // namespace ql::importers::torchscript
