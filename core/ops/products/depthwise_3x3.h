// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/products/plane_convolution.h"

#include <cstdint>

namespace ql::ops {

/// Whether convolveDepthwise3x3() takes @p window: 3 × 3 taps next to each other, one stride of 1 or 2 for both axes,
/// padding below the kernel's size.
bool isDepthwise3x3(const PlaneWindow& window);

/// As convolveDepthwise(), bit for bit, for the windows that most networks have: one vector's columns after the other,
/// from line to line, so that a row is loaded once for the three lines of results that read it.
void convolveDepthwise3x3(const float* input, const float* weight, const float* bias, float* output,
                          std::int64_t samples, std::int64_t channels, const PlaneWindow& window,
                          const FloatEpilogue& epilogue);

} // namespace ql::ops
