// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/constants/channel_distances.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// How a constant of the analysis model differs from the baseline's otherwise than by rounding, clamping or pruning.
struct OtherConstant {
    enum class Role { Weight, Bias, Other };
    enum class Kind {
        Moved,    ///< many numbers further than rounding goes, though all channels are still much like the baseline's
        Channels, ///< some channels were replaced, the others are the baseline's
        Factor,   ///< it is a multiple of the baseline's
        Scaled,   ///< each output channel is a multiple of its own of the baseline's
        Order,    ///< its input channels stand in another order
        OfLayer,  ///< it is that of another layer of the baseline
        Whole     ///< none of these
    };

    Role role = Role::Weight;
    Kind kind = Kind::Whole;
    std::string name;                   ///< in the baseline
    std::vector<std::int64_t> channels; ///< those replaced
    std::int64_t channelCount = 0;
    double sqnrDb = 0.0;              ///< of the replaced channels, else of all numbers
    double restDb = 0.0;              ///< of the other channels
    double factor = 1.0;              ///< of Factor; the least of Scaled
    double mostFactor = 1.0;          ///< the greatest of Scaled
    std::vector<std::int64_t> order;  ///< of Order: the baseline's input channel that stands at each place
    std::string layer;                ///< of OfLayer: whose it is
    std::uint64_t others = 0;         ///< numbers further than rounding goes
    std::uint64_t numbers = 0;        ///< all of them
    double mostSteps = 0.0;           ///< of the farthest; 0 where nothing is quantized
    bool isQuantized = false;         ///< in the analysis model
    std::optional<double> meanSquare; ///< of a bias' difference
};

/// Nothing where the two are one constant, rounded at most. @p axis that of the output channels. Whose constant it is,
/// and of which role, is not looked for.
std::optional<OtherConstant> constantDifference(const WeightNumbers& numbers, std::optional<std::int64_t> axis,
                                                const ModelWeight& analysis);

/// SQNR of @p analysis to @p baseline, numbers that are 0 in the former left out where it isn't a vector.
double constantDb(const at::Tensor& baseline, const at::Tensor& analysis);

} // namespace ql::analysis
