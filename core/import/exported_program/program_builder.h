// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/exported_program/program_archive.h"

#include <torch/csrc/jit/api/module.h>

#undef CHECK
#undef LOG

namespace ql::importers::exported_program {

/// The program as a module of LibTorch's whose forward() does the same: its parameters and buffers are the module's
/// attributes, called as in PyTorch, and every instruction says which module it stood in. Asserted shapes are left
/// out, and so is what the program would leave in buffers.
/// @throws Error (FileCorrupt, UnsupportedFormat, UnsupportedOperator) naming the operation and its module
torch::jit::Module buildModule(const ProgramContents& contents);

} // namespace ql::importers::exported_program
