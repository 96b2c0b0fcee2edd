// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <ATen/core/Tensor.h>

namespace ql::quant {

/// A layer's weight on its way to integers. Tensors are float32.
struct RoundedWeight {
    at::Tensor ratios; ///< [groups, rows, columns]: numbers in steps of their quantizer, without zero point
    at::Tensor lowest; ///< that they may become, one per row: [groups, rows, 1]
    at::Tensor highest;
};

/// What its rows multiply: sums of products of every two inputs [groups, columns, columns], or inputs themselves
/// [groups, columns, positions]. One of them.
struct MultipliedInputs {
    at::Tensor moments;
    at::Tensor numbers;
};

/// Whole numbers for @p weight, each up or down, by AdaRound (Nagel et al. 2020, arXiv 2004.10568, equations 21 to 24):
/// the share h of a step that each is rounded up by is a rectified sigmoid that Adam moves along the gradient of
/// Σ ((Ŵ − W) x)² and of a term that pushes shares to 0 or 1, more and more. A row keeps the nearest numbers where
/// these make less error. The calling thread alone; the same numbers each time. @throws Cancelled
at::Tensor learnedRounding(const RoundedWeight& weight, const MultipliedInputs& inputs, const JobContext& ctx);

} // namespace ql::quant
