// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::analysis {

/// The positive factors by which one constant is the other: y[o][i] = x[o][i] · output[o] · input[i].
struct AxisFactors {
    std::vector<double> output; ///< by output channel, or by number of a vector; NaN where a channel is 0
    std::vector<double> input;  ///< by input channel; empty where there is one or none

    /// Whether an axis' factors differ by more than rounding makes them differ.
    static bool differ(const std::vector<double>& factors);
};

/// @p outputAxis, @p inputAxis of both constants; nothing for vectors. Nothing where they aren't such multiples of each
/// other. Factors are medians over numbers that are large for their channel, so that rounding hardly moves them. What
/// both axes have in common may stand in either.
std::optional<AxisFactors> axisFactors(const at::Tensor& baseline, const at::Tensor& analysis,
                                       std::optional<std::int64_t> outputAxis, std::optional<std::int64_t> inputAxis);

/// Of the input channels of a weight whose output channels lie on @p outputAxis, as products keep it: beside that axis.
std::optional<std::int64_t> inputAxisOf(const at::Tensor& weight, std::optional<std::int64_t> outputAxis);

} // namespace ql::analysis
