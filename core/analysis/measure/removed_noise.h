// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace ql::analysis {

constexpr double kExactDb = 50.0;            ///< beyond it no quantizer's error matters
constexpr double kLostDb = -40.0;            ///< nothing is left; NaN counts as this
constexpr double kLeastRemoved = 0.5;        ///< of the noise power that is gone where a layer is to blame: 3 dB
constexpr double kLeastRemovedOfFair = 0.75; ///< the same of an output that is fair: 6 dB
constexpr double kLeastAhead = 2.0;          ///< so many times what the next one takes away

/// Noise per signal of an SQNR; none from kExactDb on.
inline double noiseOf(double db)
{
    constexpr double kPerDecade = 10.0;
    const double level = std::isnan(db) ? kLostDb : std::max(db, kLostDb);
    return level < kExactDb ? std::pow(kPerDecade, -level / kPerDecade) : 0.0;
}

/// The part of the noise power that is gone when an output goes from @p wholeDb to @p repairedDb, at most 1; negative
/// where there is more.
inline double removedNoise(double wholeDb, double repairedDb)
{
    const double whole = noiseOf(wholeDb);
    return whole > 0.0 ? 1.0 - noiseOf(repairedDb) / whole : 0.0;
}

} // namespace ql::analysis
