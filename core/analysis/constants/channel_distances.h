// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/weight_matching.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::analysis {

/// How the numbers of a constant lie in both models, channel by channel: row i of each holds those of channel i, or the
/// i-th number of a vector.
struct ChannelNumbers {
    at::Tensor baseline; ///< float32 [channels, numbers of each]
    at::Tensor analysis;
    std::vector<double> steps; ///< by channel, of the analysis model's numbers; 0 where they aren't quantized
    bool isVector = false;     ///< a channel is one number
    bool isOneScale = false;   ///< all channels are quantized alike, and so end where the quantizer does
};

/// @p axis that of the channels in the layout of @p numbers; nothing for vectors. @p quantizer the analysis weight's.
ChannelNumbers channelNumbers(const WeightNumbers& numbers, std::optional<std::int64_t> axis,
                              const ModelWeight& analysis);

/// How far one channel of the analysis model is from the baseline's, numbers that were clamped or made 0 left out.
struct ChannelDistance {
    double signal = 0.0; ///< sums of squares over what is left
    double error = 0.0;
    std::uint64_t numbers = 0; ///< that are left
    std::uint64_t others = 0;  ///< of these, further off than rounding goes
    double mostSteps = 0.0;    ///< the farthest of them; 0 where nothing is quantized
    bool isOther = false;      ///< as a whole: not rounded, not trained on, but replaced
};

/// By channel. What a coarser grid than the quantizer's rounds, as 3 bits kept in 8, counts as rounded.
std::vector<ChannelDistance> channelDistances(const ChannelNumbers& numbers);

} // namespace ql::analysis
