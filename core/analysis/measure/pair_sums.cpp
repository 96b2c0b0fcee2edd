// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/pair_sums.h"

#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Highway compiles the part below once per instruction set and picks one when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/pair_sums.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#ifndef QUANTLOUPE_RAW_SUMS
#define QUANTLOUPE_RAW_SUMS
namespace ql::analysis {

/// Plain sums over whole vectors, before anyone knows whether every element was finite.
struct RawSums {
    double x = 0.0;
    double y = 0.0;
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
    double absolute = 0.0;
    double squared = 0.0;
    double largest = 0.0;
    double minX = 0.0;
    double maxX = 0.0;
    double minY = 0.0;
    double maxY = 0.0;
    std::size_t done = 0; ///< elements summed: a multiple of the vector length
};

} // namespace ql::analysis
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Double lanes throughout: products of floats are exact in them, small activations don't underflow, big ones don't
// overflow.
RawSums sumVectors(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, std::size_t n)
{
    const hn::ScalableTag<double> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    const std::size_t lanes = hn::Lanes(wide);
    RawSums sums;
    if (n < lanes)
        return sums;

    auto sumX = hn::Zero(wide), sumY = hn::Zero(wide), sumXX = hn::Zero(wide), sumYY = hn::Zero(wide);
    auto sumXY = hn::Zero(wide), absolute = hn::Zero(wide), squared = hn::Zero(wide), largest = hn::Zero(wide);
    auto minX = hn::LoadU(narrow, x), maxX = minX, minY = hn::LoadU(narrow, y), maxY = minY;
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto fx = hn::LoadU(narrow, x + i);
        const auto fy = hn::LoadU(narrow, y + i);
        const auto dx = hn::PromoteTo(wide, fx);
        const auto dy = hn::PromoteTo(wide, fy);
        const auto difference = hn::Sub(dx, dy);
        const auto magnitude = hn::Abs(difference);
        minX = hn::Min(minX, fx);
        maxX = hn::Max(maxX, fx);
        minY = hn::Min(minY, fy);
        maxY = hn::Max(maxY, fy);
        sumX = hn::Add(sumX, dx);
        sumY = hn::Add(sumY, dy);
        sumXX = hn::MulAdd(dx, dx, sumXX);
        sumYY = hn::MulAdd(dy, dy, sumYY);
        sumXY = hn::MulAdd(dx, dy, sumXY);
        absolute = hn::Add(absolute, magnitude);
        squared = hn::MulAdd(difference, difference, squared);
        largest = hn::Max(largest, magnitude);
    }
    sums.done = i;
    sums.x = hn::GetLane(hn::SumOfLanes(wide, sumX));
    sums.y = hn::GetLane(hn::SumOfLanes(wide, sumY));
    sums.xx = hn::GetLane(hn::SumOfLanes(wide, sumXX));
    sums.yy = hn::GetLane(hn::SumOfLanes(wide, sumYY));
    sums.xy = hn::GetLane(hn::SumOfLanes(wide, sumXY));
    sums.absolute = hn::GetLane(hn::SumOfLanes(wide, absolute));
    sums.squared = hn::GetLane(hn::SumOfLanes(wide, squared));
    sums.largest = hn::GetLane(hn::MaxOfLanes(wide, largest));
    sums.minX = hn::GetLane(hn::MinOfLanes(narrow, minX));
    sums.maxX = hn::GetLane(hn::MaxOfLanes(narrow, maxX));
    sums.minY = hn::GetLane(hn::MinOfLanes(narrow, minY));
    sums.maxY = hn::GetLane(hn::MaxOfLanes(narrow, maxY));
    return sums;
}

/// The sums of x alone, bit for bit as beside a y.
RawSums sumVectorsOfOne(const float* HWY_RESTRICT x, std::size_t n)
{
    const hn::ScalableTag<double> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    const std::size_t lanes = hn::Lanes(wide);
    RawSums sums;
    if (n < lanes)
        return sums;
    auto sumX = hn::Zero(wide), sumXX = hn::Zero(wide);
    auto minX = hn::LoadU(narrow, x), maxX = minX;
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto fx = hn::LoadU(narrow, x + i);
        const auto dx = hn::PromoteTo(wide, fx);
        minX = hn::Min(minX, fx);
        maxX = hn::Max(maxX, fx);
        sumX = hn::Add(sumX, dx);
        sumXX = hn::MulAdd(dx, dx, sumXX);
    }
    sums.done = i;
    sums.x = hn::GetLane(hn::SumOfLanes(wide, sumX));
    sums.xx = hn::GetLane(hn::SumOfLanes(wide, sumXX));
    sums.minX = hn::GetLane(hn::MinOfLanes(narrow, minX));
    sums.maxX = hn::GetLane(hn::MaxOfLanes(narrow, maxX));
    return sums;
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(sumVectors);
HWY_EXPORT(sumVectorsOfOne);

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 14;

void mergeSide(SideSums& into, const SideSums& next)
{
    into.nan += next.nan;
    into.infinite += next.infinite;
    if (next.finite == 0)
        return;
    const double total = static_cast<double>(into.finite + next.finite);
    const double share = static_cast<double>(next.finite) / total;
    const double step = next.mean - into.mean;
    into.squaredDeviations += next.squaredDeviations + step * step * static_cast<double>(into.finite) * share;
    into.mean += step * share;
    into.finite += next.finite;
    into.min = std::min(into.min, next.min);
    into.max = std::max(into.max, next.max);
}

SideSums sideOf(double sum, double sumOfSquares, double min, double max, std::size_t count)
{
    SideSums side;
    side.finite = count;
    side.mean = sum / static_cast<double>(count);
    side.squaredDeviations = min == max ? 0.0 : std::max(0.0, sumOfSquares - sum * side.mean);
    side.min = min;
    side.max = max;
    return side;
}

/// One element at a time, by Welford's rule: for remainders and for chunks with NaN or infinity.
void addElement(SideSums& side, double value)
{
    if (std::isnan(value)) {
        ++side.nan;
        return;
    }
    if (std::isinf(value)) {
        ++side.infinite;
        return;
    }
    ++side.finite;
    const double step = value - side.mean;
    side.mean += step / static_cast<double>(side.finite);
    side.squaredDeviations += step * (value - side.mean);
    side.min = std::min(side.min, value);
    side.max = std::max(side.max, value);
}

void addPair(PairSums& sums, double x, double y)
{
    addElement(sums.x, x);
    addElement(sums.y, y);
    if (!std::isfinite(x) || !std::isfinite(y))
        return;
    const double difference = x - y;
    ++sums.count;
    sums.xx += x * x;
    sums.yy += y * y;
    sums.xy += x * y;
    sums.absolute += std::abs(difference);
    sums.squared += difference * difference;
    sums.largest = std::max(sums.largest, std::abs(difference));
}

PairSums sumChunk(const float* x, const float* y, std::size_t n)
{
    const RawSums raw = HWY_DYNAMIC_DISPATCH(sumVectors)(x, y, n);
    PairSums sums;
    std::size_t done = 0;
    // Any NaN or infinity in either array ends up in the sum of squares; finite floats can't overflow it.
    if (raw.done > 0 && std::isfinite(raw.xx) && std::isfinite(raw.yy)) {
        done = raw.done;
        sums.count = done;
        sums.xx = raw.xx;
        sums.yy = raw.yy;
        sums.xy = raw.xy;
        sums.absolute = raw.absolute;
        sums.squared = raw.squared;
        sums.largest = raw.largest;
        sums.x = sideOf(raw.x, raw.xx, raw.minX, raw.maxX, done);
        sums.y = sideOf(raw.y, raw.yy, raw.minY, raw.maxY, done);
    }
    for (; done < n; ++done)
        addPair(sums, x[done], y[done]);
    return sums;
}

SideSums sumChunk(const float* x, std::size_t n)
{
    const RawSums raw = HWY_DYNAMIC_DISPATCH(sumVectorsOfOne)(x, n);
    SideSums sums;
    std::size_t done = 0;
    if (raw.done > 0 && std::isfinite(raw.xx)) {
        done = raw.done;
        sums = sideOf(raw.x, raw.xx, raw.minX, raw.maxX, done);
    }
    for (; done < n; ++done)
        addElement(sums, x[done]);
    return sums;
}

/// What @p chunk(begin, length) gives for parts of @p n elements that don't depend on the number of threads.
template <typename Sums, typename Chunk>
std::vector<Sums> sumChunks(std::size_t n, std::size_t threads, const Chunk& chunk)
{
    const std::size_t chunks = (n + kChunk - 1) / kChunk;
    std::vector<Sums> partial(chunks);
    parallelRanges(chunks, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            partial[i] = chunk(i * kChunk, std::min(kChunk, n - i * kChunk));
    });
    return partial;
}

} // namespace

void PairSums::merge(const PairSums& next)
{
    count += next.count;
    xx += next.xx;
    yy += next.yy;
    xy += next.xy;
    absolute += next.absolute;
    squared += next.squared;
    largest = std::max(largest, next.largest);
    mergeSide(x, next.x);
    mergeSide(y, next.y);
}

PairSums sumPairs(const float* x, const float* y, std::size_t n, std::size_t threads)
{
    if (n <= kChunk)
        return sumChunk(x, y, n);
    const auto partial = sumChunks<PairSums>(
        n, threads, [x, y](std::size_t first, std::size_t length) { return sumChunk(x + first, y + first, length); });
    PairSums total = partial.front();
    for (std::size_t chunk = 1; chunk < partial.size(); ++chunk)
        total.merge(partial[chunk]);
    return total;
}

SideSums sumSide(const float* values, std::size_t n, std::size_t threads)
{
    if (n <= kChunk)
        return sumChunk(values, n);
    const auto partial = sumChunks<SideSums>(
        n, threads, [values](std::size_t first, std::size_t length) { return sumChunk(values + first, length); });
    SideSums total = partial.front();
    for (std::size_t chunk = 1; chunk < partial.size(); ++chunk)
        mergeSide(total, partial[chunk]);
    return total;
}

} // namespace ql::analysis
#endif
