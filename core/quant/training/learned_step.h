// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/integer_format.h"

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace ql::quant {

/// The grid that a learned quantizer rounds to.
struct LearnedGrid {
    IntegerFormat format;
    at::Tensor zeroPoints;  ///< whole numbers in float32, one per scale; not looked at where an offset is learned
    std::int64_t axis = -1; ///< of several scales
    bool hasOffset = false; ///< the real number of integer 0 is learned, too: scales are one
};

/// The whole zero point of @p offset, the real number that integer 0 stands for: round(-offset / scale), one of the
/// format's integers.
at::Tensor zeroPointOf(const at::Tensor& offset, const at::Tensor& scale, const IntegerFormat& format);

/// @p x quantized and dequantized, the same numbers as fakeQuantized() and a written Q/DQ pair make, and how it is
/// differentiated: rounding by the straight-through estimator, elements beyond the range by their bound; the scale as
/// in LSQ (Esser et al. 2020, arXiv 1902.08153, equation 3) and, where the grid has one, the offset as in LSQ+ (Bhalgat
/// et al. 2020, arXiv 2004.09576, equations 5 and 6). @p scale: one, or one per index of the axis; @p offset is
/// undefined where the grid has none. Any thread, not in inference mode.
at::Tensor learnedStep(const at::Tensor& x, const at::Tensor& scale, const at::Tensor& offset, const LearnedGrid& grid);

/// @p rounded, what a quantizer made of @p x, whose derivative by x counts as 1.
at::Tensor straightThrough(const at::Tensor& x, const at::Tensor& rounded);

} // namespace ql::quant
