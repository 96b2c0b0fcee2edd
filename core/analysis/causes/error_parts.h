// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/error_energy.h"
#include "core/quant/point_extraction.h"
#include "core/results/layers/layer_causes.h"

namespace ql::analysis {

/// The error of a layer's value taken apart: each part alone, everything else being as in the baseline.
struct ErrorParts {
    ErrorEnergy local; ///< weights, rounding and clamping together
    ErrorEnergy propagated;
    ErrorEnergy weights;
    ErrorEnergy rounding;
    ErrorEnergy clamping;
    std::uint64_t clampedCount = 0;

    /// What @p point alone does to @p x: which elements it rounds, and which it clamps; none if @p isWithinRange.
    void addQuantizer(const ops::Tensor& x, const quant::QuantizerPoint& point, bool isWithinRange = false);
    /// The layer's own error: what becomes of @p own, its value with its own things quantized, behind @p point.
    void addLocal(const ops::Tensor& x, const ops::Tensor& own, const quant::QuantizerPoint& point);
    void add(const ErrorParts& other);
    /// Their SQNR and shares; without @p isPropagatedKnown, of the layer's own parts.
    results::LayerCauses causes(bool isPropagatedKnown) const;
};

} // namespace ql::analysis
