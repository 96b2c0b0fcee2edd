// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql::ops {

/// Sizes of a depthwise convolution over planes that are padded already.
struct DepthwiseSizes {
    std::int64_t planes = 0; ///< samples × channels
    std::int64_t channels = 0;
    std::int64_t inputRows = 0;
    std::int64_t inputColumns = 0;
    std::int64_t outputRows = 0;
    std::int64_t outputColumns = 0;
    std::int64_t kernelRows = 0;
    std::int64_t kernelColumns = 0;
    std::int64_t rowStride = 1;
    std::int64_t columnStride = 1;
    std::int64_t rowDilation = 1;
    std::int64_t columnDilation = 1;
};

/// One filter per channel over contiguous float planes. @p bias may be null.
///
/// Sums in the order of ONNX Runtime's matrix-vector kernel: products rounded one by one, added in fours, the bias
/// last. The order is part of the result: after it a quantizer rounds, last bits decide near halves, and 30 quantized
/// layers later one step here has become 1.5 dB of SQNR (measured on ultraface; this order agrees to 0.0001 dB).
void convolveDepthwise(const float* input, const float* weight, const float* bias, float* output,
                       const DepthwiseSizes& sizes);

} // namespace ql::ops
