// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace ql::quant {

/// What a network should make, and how large it is.
struct Exact {
    at::Tensor y;
    double power = 0.0; ///< ‖y‖²; 0 where nothing can be compared with it
};

/// The power in float64.
Exact exactly(const at::Tensor& y);

/// ‖y − ŷ‖² / ‖y‖², differentiable with respect to @p found; undefined for what can't be compared.
at::Tensor relativeError(const Exact& exact, const at::Tensor& found);

} // namespace ql::quant
