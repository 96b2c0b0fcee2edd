// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::importers::torchscript {

/// Tells LibTorch of the operators in core/ops/torch/decomposed_functions.h, so that a program with them can be
/// lowered. Once in a process; where the library is there already nothing happens.
void knowDecomposedOperators();

/// Makes torchvision's operators that we compute ourselves known to LibTorch, so that it loads programs which call
/// them; does nothing where torchvision itself is loaded. For the process that reads a file only: there is no taking
/// back, and torchvision would not load any more. @throws whatever LibTorch does
void knowVisionOperators();

} // namespace ql::importers::torchscript
