// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_advice.h"

namespace ql::analysis {

/// A depthwise convolution whose weight channels differ widely in range and yet share one scale.
std::optional<results::Advice> depthwiseWeightPerTensor(const LayerFacts& facts);

} // namespace ql::analysis
