// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/products/plane_convolution.h"

namespace ql::ops {

/// Filters of one phase of a transposed convolution over two axes. What the strides lay between two positions of the
/// input makes phases of the output's positions; those of one read the same taps, as a convolution of stride 1 does.
struct PhaseFilters {
    PlaneWindow::Axes phase{}; ///< the phase's first position in the whole result, below the strides
    PlaneWindow::Axes taps{};
    FloatFilters filters; ///< depth: channels × taps, the last tap first
};

/// Of @p weight [channels, filters, kernel rows, kernel columns], contiguous, for each phase that some tap reaches.
/// @p window: its channels, kernel and strides count.
std::vector<PhaseFilters> phaseFilters(const float* weight, std::int64_t filters, const PlaneWindow& window);

/// y [filters, output rows, output columns] of x [channels, input rows, input columns], contiguous: element (i, j) is
/// element padsBegin + (i, j) of the whole result, which (input - 1) · stride + kernel positions make up; @p bias alone
/// where no input reaches. Sums run over channels, then taps; no number depends on threads. @pre no dilation
/// @throws std::bad_alloc
void convolveTransposed(const float* x, const std::vector<PhaseFilters>& phases, const float* bias, float* y,
                        const PlaneWindow& window);

} // namespace ql::ops
