// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"
#include "core/ops/torch/torch_expression.h"

#include <span>
#include <string>

namespace ql::ops {

/// What @p expression was to compute, as its program's owner knows it: "aten::view(float32[4x4], [3, 5])". What stands
/// for an operator of ours alone is left out, long lists are cut.
std::string callText(const TorchExpression& expression, std::span<const Tensor> inputs);

/// The same of an operator that was called with @p arguments.
std::string callText(const std::string& name, const std::vector<c10::IValue>& arguments);

} // namespace ql::ops
