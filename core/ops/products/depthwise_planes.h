// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/products/plane_convolution.h"

#include <cstdint>

namespace ql::ops {

/// One filter per channel over contiguous float planes, samples × @p channels of them; @p window is that of one plane
/// (its channels are 1). @p bias may be null. Uses the calling thread's threads.
///
/// Sums in the order of ONNX Runtime's matrix-vector kernel: products rounded one by one, added in fours, the bias
/// last. The order is part of the result: after it a quantizer rounds, last bits decide near halves, and 30 quantized
/// layers later one step here has become 1.5 dB of SQNR (measured on ultraface; this order agrees to 0.0001 dB).
/// @p epilogue follows on the finished sums and adds nothing. @p known, if it isn't null, may hold the layout.
void convolveDepthwise(const float* input, const float* weight, const float* bias, float* output, std::int64_t samples,
                       std::int64_t channels, const PlaneWindow& window, const FloatEpilogue& epilogue = {},
                       PlanesCache* known = nullptr);

/// Whether convolveDepthwise3x3() takes @p window: 3 × 3 taps next to each other, one stride of 1 or 2 for both axes,
/// padding below the kernel's size.
bool isDepthwise3x3(const PlaneWindow& window);

/// As convolveDepthwise(), bit for bit, for the windows that most networks have: one vector's columns after the other,
/// from line to line, so that a row is loaded once for the three lines of results that read it.
void convolveDepthwise3x3(const float* input, const float* weight, const float* bias, float* output,
                          std::int64_t samples, std::int64_t channels, const PlaneWindow& window,
                          const FloatEpilogue& epilogue);

} // namespace ql::ops
