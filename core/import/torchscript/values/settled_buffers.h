// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/csrc/jit/api/module.h>

#include <unordered_set>

namespace ql::importers::torchscript {

/// Whether @p module is a fake quantizer whose scale is worth something: its observer has seen numbers, or it was set.
bool isSettled(const torch::jit::Module& module);

/// Scales and zero points (TensorImpl) of the fake quantizers in @p module that are settled. A program that still
/// observes sets them anew at each run; they are read as the file holds them, as after disable_observer.
std::unordered_set<const void*> settledBuffers(const torch::jit::Module& module);

} // namespace ql::importers::torchscript
