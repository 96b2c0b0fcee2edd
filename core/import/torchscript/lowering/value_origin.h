// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/function_schema.h>
#include <optional>
#include <torch/csrc/jit/ir/ir.h>

namespace ql::importers::torchscript {

/// What the schema says about the memory of return @p index, or of the elements of a list.
const c10::AliasInfo* aliasOf(const c10::FunctionSchema& schema, std::size_t index);

/// The argument whose memory return number @p index shares, or nothing.
std::optional<std::size_t> sharedArgument(const c10::FunctionSchema& schema, std::size_t index);

/// The input whose memory @p value, an output of an instruction, shares; null where it has its own or nobody knows.
const torch::jit::Value* sharedInput(const torch::jit::Value* value);

/// What @p value is under the name it had before operators that write gave it back: `y` for the result of `y.add_(1)`,
/// of branches that both give `y` back, and of a loop that does.
const torch::jit::Value* sameValue(const torch::jit::Value* value);

} // namespace ql::importers::torchscript
