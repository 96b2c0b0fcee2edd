// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"
#include "core/quant/training/learned_step.h"

#include <functional>
#include <vector>

namespace ql::quant {

/// Scale and offset of a quantizer while they are learned, as functions of two parameters that begin at zero: the scale
/// is its start times e^p, the offset its start plus p times the width of the range.
class TrainableRange {
public:
    /// @p quantizer decides for itself, has parameters and integers in equal steps. Weights learn no offset, nor does
    /// what is symmetric.
    explicit TrainableRange(const PlannedQuantizer& quantizer);

    bool hasOffset() const { return m_grid.hasOffset; }
    const LearnedGrid& grid() const { return m_grid; }
    const at::Tensor& startScale() const { return m_scale; }
    /// @p scaleBy and @p offsetBy: the parameters, undefined = zero.
    at::Tensor scale(const at::Tensor& scaleBy) const;
    /// Undefined without one.
    at::Tensor offset(const at::Tensor& offsetBy) const;
    /// What is written. @p before: the quantizer's.
    Parameters learned(const at::Tensor& scaleBy, const at::Tensor& offsetBy, const Parameters& before) const;

private:
    LearnedGrid m_grid;
    at::Tensor m_scale;  ///< one, or one per channel
    at::Tensor m_offset; ///< undefined without one
    at::Tensor m_width;  ///< of the range
};

/// Whether its range can be learned: integers in equal steps at scales that calibration found, and not of what is known
/// without data.
bool hasLearnableRange(const PlannedQuantizer& quantizer, const Parameters& parameters);

/// What quantizer @p index of @p plan makes of numbers, in float32, where its range can't be learned: another number
/// format, codes whose centres can't be either, or a library that rounds.
std::function<at::Tensor(const at::Tensor&)> plainRounding(const QuantPlan& plan, std::size_t index);

} // namespace ql::quant
