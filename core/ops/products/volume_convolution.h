// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/products/plane_convolution.h"

namespace ql::ops {

/// The first of the three axes that a window moves along.
struct DepthAxis {
    std::int64_t input = 0, output = 0;
    std::int64_t kernel = 1, stride = 1, dilation = 1, padBegin = 0;
};

/// y [filters, output depth, output rows, output columns] of one group: x [channels, depth, rows, columns], contiguous.
/// The planes that one of y reads are laid one behind the other, as if they were channels: @p window has channels ·
/// kernel depth of them. Sums as shiftedProduct()'s. @p epilogue has no addend. @throws std::bad_alloc
void convolveVolume(const float* x, const FloatFilters& filters, const float* bias, float* y, const PlaneWindow& window,
                    const DepthAxis& depth, const FloatEpilogue& epilogue);

} // namespace ql::ops
