// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_product.h"

namespace ql::ops {

/// One spatial axis of a convolution.
struct SpatialAxis {
    std::int64_t input = 1;
    std::int64_t output = 1;
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t padBegin = 0;

    /// Input elements, padding included, that one window spans.
    std::int64_t span() const { return (kernel - 1) * dilation + 1; }
    /// Whether each output is made of the input at the same place.
    bool isPointwise() const { return kernel == 1 && stride == 1 && padBegin == 0 && input == output; }
};

/// A convolution of x [samples][groups · channels][axes …] with w [groups · filters][channels][kernels …].
struct ConvolutionSizes {
    std::int64_t samples = 1;
    std::int64_t groups = 1;
    std::int64_t channels = 1; ///< of one group
    std::int64_t filters = 1;  ///< of one group
    std::array<SpatialAxis, 3> axes;

    std::int64_t taps() const { return axes[0].kernel * axes[1].kernel * axes[2].kernel; }
    std::int64_t inputPlane() const { return axes[0].input * axes[1].input * axes[2].input; }
    std::int64_t outputPlane() const { return axes[0].output * axes[1].output * axes[2].output; }
};

/// In which order terms are summed, and with it what a quad of columns holds.
enum class FilterLayout {
    Planes,   ///< four channels at one tap: the input's planes are padded and interleaved once, taps are offsets
    Gathered, ///< four neighbouring terms of the filter, copied for every output: few channels, wide dilations
    Windows,  ///< four neighbouring taps of one line: one channel per group
};
FilterLayout filterLayout(const ConvolutionSizes& sizes);

struct PackedFilters {
    FilterLayout layout = FilterLayout::Planes;
    PackedRows rows;                ///< of all groups; each group's are packed by themselves
    std::vector<std::int32_t> ones; ///< one row with 1 at each term: the sums of columns
};
PackedFilters packFilters(const EightBitData& weight, const ConvolutionSizes& sizes, FilterLayout layout);

} // namespace ql::ops
