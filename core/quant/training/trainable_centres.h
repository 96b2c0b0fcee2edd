// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace ql::quant {

/// The cluster centres of a weight while they are learned (LNQ: AMCT's code is closed, its guide says what comes out).
/// Each is a function of a parameter that begins at zero: its start plus the parameter times a step. A number becomes
/// the nearest centre; its own derivative passes that as if nothing were rounded, and a centre's derivative is the sum
/// of those of the numbers that it stands for, as in Deep Compression (Han et al. 2016, arXiv 1510.00149, section 3.3).
/// Centres stay int8 codes times the scale, and nothing but these leaves: the numbers are those of quantizedConstant()
/// with learned().
class TrainableCentres {
public:
    /// Of @p weight, in float32. @pre hasLearnableCentres(quantizer, its parameters)
    TrainableCentres(const PlannedQuantizer& quantizer, const at::Tensor& weight);

    /// [lists, centres], one list per scale; a list shorter than others holds its last centre several times.
    const at::Tensor& start() const { return m_start; }
    /// One per list: of equal steps that would make the error that the centres make at first.
    const at::Tensor& unit() const { return m_unit; }
    /// @p by: the parameters in the shape of start(), undefined = zero.
    at::Tensor centres(const at::Tensor& by) const;
    /// What the nearest of @p centres make of @p weight. Any thread, not in inference mode.
    at::Tensor nearest(const at::Tensor& weight, const at::Tensor& centres) const;
    /// What is written: a scale grows where a centre would need more than 8 bits. @p before: the quantizer's.
    Parameters learned(const at::Tensor& by, const Parameters& before) const;

private:
    std::vector<float> m_scales;
    std::int64_t m_axis = -1; ///< of several lists
    at::Tensor m_start;
    at::Tensor m_unit;
};

/// Whether its centres can be learned: those of a weight, at most 16 for each scale.
bool hasLearnableCentres(const PlannedQuantizer& quantizer, const Parameters& parameters);

} // namespace ql::quant
