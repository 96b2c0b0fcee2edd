// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <torch/csrc/jit/frontend/tree_views.h>
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

} // namespace ql::importers::torchscript
