// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/csrc/jit/frontend/tree_views.h>

namespace ql::import::torchscript {

/// Refuses classes on which LibTorch's importer would fall over: it takes for granted that attributes have types and
/// constants values. @throws Error (FileCorrupt)
void refuseHalfClass(const torch::jit::ClassDef& definition);

} // namespace ql::import::torchscript
