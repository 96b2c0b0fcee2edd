// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"

#include <optional>

namespace ql::analysis {

/// The numbers of a matched pair of weights, contiguous float32 in the baseline's layout.
struct WeightNumbers {
    at::Tensor baseline;
    at::Tensor analysis;
};

/// @throws Error as ModelWeight::read
WeightNumbers readPair(const ModelWeight& baseline, const ModelWeight& analysis);

/// The axis of the output channels in the baseline's layout, as far as one of the two knows it.
std::optional<std::int64_t> channelAxisOf(const ModelWeight& baseline, const ModelWeight& analysis);

} // namespace ql::analysis
