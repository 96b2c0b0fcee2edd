// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/ops/aten.h"

namespace ql::ops {

/// Sum and mean over @p axes (ascending, at least one), which are kept with size 1. The last axes of small contiguous
/// float32 are added without LibTorch's dispatcher, in its order.
at::Tensor summed(const at::Tensor& x, const graph::Shape& axes);
/// @pre floats
at::Tensor averaged(const at::Tensor& x, const graph::Shape& axes);

} // namespace ql::ops
