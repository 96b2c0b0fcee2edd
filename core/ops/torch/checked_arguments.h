// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/function_schema.h>
#include <ATen/core/stack.h>

namespace ql::ops {

/// Refuses arguments that LibTorch itself doesn't look at: divisions that end the process, views beyond their memory,
/// positions beyond a table, settings that it divides by, devices and layouts that nobody runs here, lists that grow
/// without measure. To be asked before each operator of a model is called. @throws Error (BadArgument) saying which
void checkArguments(const c10::FunctionSchema& schema, const torch::jit::Stack& arguments);

/// Whether the operator gives memory as it found it; a model gets zeros instead.
bool leavesMemoryUnset(const c10::FunctionSchema& schema);

/// Zeros in all memory of the tensors in @p results.
void clearMemory(torch::jit::Stack& results);

} // namespace ql::ops
