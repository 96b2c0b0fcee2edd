// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/window.h"

#include <string_view>
#include <vector>

namespace ql::ops {

/// Integers of at most 16 bits minus their zero points, held in float32, and how large they can be at most.
struct CentredIntegers {
    at::Tensor values;
    double bound = 0.0;
};
/// The largest |integer of @p type - zero point|.
double largestMagnitude(graph::DataType type, const std::vector<std::int32_t>& zeroPoints);
/// @p zeroPoints: one, or one per index of @p channelAxis.
CentredIntegers centred(const Tensor& x, const std::vector<std::int32_t>& zeroPoints, std::int64_t channelAxis);

/// Matrix product as numpy's matmul, in int32 (wrapping around), exact.
///
/// It runs on the float32 kernels, which are ten times faster than any integer kernel ATen has. Every product and every
/// partial sum is an integer of magnitude at most bound(a) · Σ|b| over a column of b. While that stays below 2^24 all
/// of them are representable in float32, so no operation rounds, in whatever order the library adds. Otherwise the sum
/// is split in halves until it does; a single term beyond it goes through double.
at::Tensor exactProduct(const CentredIntegers& a, const CentredIntegers& b);

/// The attributes of an integer convolution.
struct IntegerConvolution {
    /// @throws Error (InvalidNode)
    explicit IntegerConvolution(const graph::Node& node);

    WindowAttributes window;
    std::int64_t groups = 1;
};
/// Convolution of x [N, C, …] with w [M, C/groups, …], int32, exact by the same argument (Σ|w| over each filter).
/// @throws Error (ShapeMismatch) when ranks or channels don't fit.
at::Tensor exactConvolution(const CentredIntegers& x, const CentredIntegers& w, const IntegerConvolution& attributes);

enum class Granularity { PerTensor, PerChannel };

/// An 8-bit operand minus its zero point (0 when omitted), which is checked: type, and one element or, where
/// allowed, one per index of @p channelAxis (negative counts from the end). @p name is "x", "w" … for errors.
CentredIntegers centredOperand(const Tensor& operand, const Tensor& zeroPoint, const Message& name,
                               std::int64_t channelAxis, Granularity granularity);

/// A quantized operand and the scales that belong to it.
struct ScaledOperand {
    CentredIntegers integers;
    std::vector<float> scales;
};
/// The same with scales.
ScaledOperand scaledOperand(const Tensor& operand, const Tensor& scale, const Tensor& zeroPoint, const Message& name,
                            std::int64_t channelAxis, Granularity granularity);

} // namespace ql::ops
