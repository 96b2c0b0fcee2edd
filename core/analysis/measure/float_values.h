// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

namespace ql::analysis {

/// @p tensor as contiguous float32 for the passes over its elements; shares memory where it is that already.
/// bool counts as 0 and 1; float64 loses digits; float8, which ATen stores as bits, counts by its bits.
at::Tensor floatValues(const ops::Tensor& tensor);

} // namespace ql::analysis
