// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/support/plane_convolution.h"

#include <cstdint>

namespace ql::ops {

/// Whether convolveDepthwise3x3() takes @p window: 3 × 3 taps next to each other, one stride of 1 or 2 for both axes,
/// padding below the kernel's size.
bool isDepthwise3x3(const PlaneWindow& window);

/// As convolveDepthwise(), bit for bit, for the windows that most networks have: lines of the input are padded into
/// memory of their own just before they are read, so that they never leave the first cache.
void convolveDepthwise3x3(const float* input, const float* weight, const float* bias, float* output,
                          std::int64_t samples, std::int64_t channels, const PlaneWindow& window,
                          const FloatEpilogue& epilogue);

} // namespace ql::ops
