// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/threshold_effect.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ql::widgets {

namespace {
constexpr int kTries = 100; ///< of parts of the whole range
} // namespace

ThresholdEffect effectOf(const BinnedValues& values, const QuantizerRange& range, int steps)
{
    const double step = (range.high - range.low) / std::max(1, steps);
    double total = 0.0;
    double clamped = 0.0;
    double clamping = 0.0;
    double rounding = 0.0;
    double signal = 0.0;
    for (std::size_t bin = 0; bin < values.counts.size(); ++bin) {
        const auto count = double(values.counts[bin]);
        const double value = values.centre(bin);
        const double beyond = std::max({0.0, range.low - value, value - range.high});
        total += count;
        signal += count * value * value;
        clamped += beyond > 0.0 ? count : 0.0;
        clamping += count * beyond * beyond;
        rounding += beyond > 0.0 ? 0.0 : count * step * step / 12.0;
    }
    if (total <= 0.0)
        return {};
    const double noise = clamping + rounding;
    return {.clampedShare = clamped / total,
            .clampingError = std::sqrt(clamping / total),
            .roundingError = std::sqrt(rounding / total),
            .sqnrDb = noise > 0.0 ? 10.0 * std::log10(signal / noise) : std::numeric_limits<double>::infinity()};
}

QuantizerRange rangeOfAll(const BinnedValues& values)
{
    const auto isFull = [](std::uint64_t count) { return count > 0; };
    const auto first = std::ranges::find_if(values.counts, isFull);
    if (first == values.counts.end())
        return {values.low, values.high};
    const auto last = std::find_if(values.counts.rbegin(), values.counts.rend(), isFull);
    return {values.low + double(first - values.counts.begin()) * values.width(),
            values.high - double(last - values.counts.rbegin()) * values.width()};
}

QuantizerRange rangeOfShare(const BinnedValues& values, double share)
{
    const double total = std::accumulate(values.counts.begin(), values.counts.end(), 0.0);
    const double outside = total * (1.0 - share) / 2.0;
    std::size_t first = 0;
    std::size_t last = values.counts.size();
    for (double seen = 0.0; first + 1 < last && seen + double(values.counts[first]) <= outside; ++first)
        seen += double(values.counts[first]);
    for (double seen = 0.0; last > first + 1 && seen + double(values.counts[last - 1]) <= outside; --last)
        seen += double(values.counts[last - 1]);
    return {values.low + double(first) * values.width(), values.low + double(last) * values.width()};
}

QuantizerRange rangeOfLeastError(const BinnedValues& values, int steps)
{
    const QuantizerRange all = rangeOfAll(values);
    QuantizerRange best = all;
    double bestDb = -std::numeric_limits<double>::infinity();
    for (int part = 1; part <= kTries; ++part) {
        const QuantizerRange tried{all.low * part / kTries, all.high * part / kTries};
        if (tried.low >= tried.high)
            continue;
        const double sqnrDb = effectOf(values, tried, steps).sqnrDb;
        if (sqnrDb > bestDb) {
            bestDb = sqnrDb;
            best = tried;
        }
    }
    return best;
}

} // namespace ql::widgets
