// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::analysis {

constexpr std::size_t kDivergenceBins = 2048;

/// Where a value falls among 2,048 equal bins: in float for speed, in double where float can't hold the range.
struct Binning {
    double low = 0.0;
    double scale = 0.0;
    bool isFloatSafe = false;

    /// Into bins over [low, high]; all into the first where they are equal.
    static Binning over(double low, double high);

    std::size_t operator()(float value) const;
};

constexpr std::size_t kBinSlack = 16; ///< whole vectors are written

/// Writes the bins of the values that don't fall into the first one, in order, and returns how many; what a Relu leaves
/// is zeros for the most part. @p bins has room for n + kBinSlack.
std::size_t findLaterBins(const float* values, std::size_t n, const Binning& binning, std::int32_t* bins);

} // namespace ql::analysis
