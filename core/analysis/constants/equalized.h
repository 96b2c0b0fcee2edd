// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/constants/axis_factors.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ql::analysis {

/// The factors of a model's constants, those that aren't multiples of the baseline's left out.
using ConstantFactors = std::vector<std::optional<AxisFactors>>;

/// Whether what constant @p index has been multiplied by, channel by channel, other constants take back: as equalized
/// layers do, the next layer's input channels (behind a depthwise convolution's, too), or the one's before.
bool isTakenBack(const ConstantFactors& constants, std::size_t index);

} // namespace ql::analysis
