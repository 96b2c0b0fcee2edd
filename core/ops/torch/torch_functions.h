// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/ivalue.h>

#include <functional>
#include <string_view>
#include <vector>

namespace ql::ops {

/// A function that stands beside LibTorch's operators in calls: what its interpreter does without an operator
/// (`ql::unpack`, `ql::raise` …), what our own form of quantized tensors needs (`ql::quantized`), and what libraries
/// that need not be here add to LibTorch (`torchvision::nms`).
using TorchFunction = std::function<std::vector<c10::IValue>(std::vector<c10::IValue>)>;

/// The function of that name ("ql::quantized"), or null.
const TorchFunction* findTorchFunction(std::string_view name);

} // namespace ql::ops
