// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::importers::torchscript {

/// Tells LibTorch of the operators in core/ops/torch/decomposed_functions.h, so that a program with them can be
/// lowered. Once in a process; where the library is there already nothing happens.
void knowDecomposedOperators();

} // namespace ql::importers::torchscript
