// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/ivalue.h>

#include <functional>
#include <string_view>
#include <vector>

namespace ql::ops {

/// A function that stands beside LibTorch's operators in calls: what its interpreter does without an operator
/// (`ql::unpack`, `ql::raise` …) and what our own form of quantized tensors needs (`ql::quantized`).
using TorchFunction = std::function<std::vector<c10::IValue>(std::vector<c10::IValue>)>;

/// The function of that name ("ql::quantized"), or null.
const TorchFunction* findTorchFunction(std::string_view name);

} // namespace ql::ops
