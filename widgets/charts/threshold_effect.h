// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace ql::widgets {

/// Counts of equal bins over [low, high): all that is known about a tensor's values here.
struct BinnedValues {
    double low = 0.0;
    double high = 0.0;
    std::vector<std::uint64_t> counts;

    double width() const { return (high - low) / double(counts.size()); }
    double centre(std::size_t bin) const { return low + (double(bin) + 0.5) * width(); }
};

/// What a quantizer can represent.
struct QuantizerRange {
    double low = 0.0;
    double high = 0.0;

    bool operator==(const QuantizerRange&) const = default;
};

/// What a quantizer of that range does to the values. An estimate: within a bin values are taken for its centre, and
/// rounding errors for evenly spread over a step (step² / 12).
struct ThresholdEffect {
    double clampedShare = 0.0;  ///< 0 … 1
    double clampingError = 0.0; ///< root of the mean square over all values
    double roundingError = 0.0; ///< likewise
    double sqnrDb = 0.0;        ///< of both together
};

ThresholdEffect effectOf(const BinnedValues& values, const QuantizerRange& range, int steps);

/// From the lowest to the highest value that occurs.
QuantizerRange rangeOfAll(const BinnedValues& values);
/// Leaves @p share (such as 0.9999) of the values inside, and as many out on either side.
QuantizerRange rangeOfShare(const BinnedValues& values, double share);
/// The part of rangeOfAll() around zero whose clamping and rounding together weigh least.
QuantizerRange rangeOfLeastError(const BinnedValues& values, int steps);

} // namespace ql::widgets
