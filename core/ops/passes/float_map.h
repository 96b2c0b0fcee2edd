// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"
#include "core/ops/passes/smooth_map.h"
#include "core/ops/passes/vector_map.h"

namespace ql::ops {

// Element-wise arithmetic on float32 in one pass, without LibTorch's dispatcher and iterator.

/// Whether @p x can be mapped: float32 that fills its memory, in whatever order of axes.
bool isMappable(const at::Tensor& x);
/// One more that lies as @p x does, its numbers not set. @pre isMappable(x)
at::Tensor newLike(const at::Tensor& x);
/// y = map(x), which lies as @p x does. @pre isMappable(x)
at::Tensor mapped(UnaryMap map, const at::Tensor& x, double first = 0.0, double second = 0.0);
at::Tensor mapped(SmoothMap map, const at::Tensor& x, double slope = 1.0);

/// Whether two can be combined: float32 of shapes that broadcast, contiguous, with elements that lie alike, or few.
bool areMappable(const at::Tensor& a, const at::Tensor& b);
/// y = map(a, b), shapes broadcast; contiguous where the operands don't lie alike. @pre areMappable(a, b)
at::Tensor mapped(BinaryMap map, const at::Tensor& a, const at::Tensor& b);

} // namespace ql::ops
