// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/quantized_sums.h"

#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Highway compiles the part below once per instruction set and picks one when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/quantized_sums.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds up whole vectors; @p done is how many elements that were.
QuantizedSums sumQuantizedVectors(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, std::size_t n,
                                  const StepQuantizer& quantizer, std::size_t& done)
{
    const hn::ScalableTag<double> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    const std::size_t lanes = hn::Lanes(wide);
    const auto scale = hn::Set(narrow, quantizer.scale), one = hn::Set(narrow, 1.0f);
    const auto lowest = hn::Set(narrow, quantizer.lowest), highest = hn::Set(narrow, quantizer.highest);
    const auto from = hn::Set(narrow, quantizer.insideFrom), to = hn::Set(narrow, quantizer.insideTo);
    auto sumXX = hn::Zero(wide), sumYY = hn::Zero(wide), rounded = hn::Zero(wide), clamped = hn::Zero(wide);
    auto largestRounded = hn::Zero(wide), largestClamped = hn::Zero(wide), count = hn::Zero(wide);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto fy = hn::LoadU(narrow, y + i);
        const auto dx = hn::PromoteTo(wide, hn::LoadU(narrow, x + i));
        const auto dy = hn::PromoteTo(wide, fy);
        const auto steps = hn::Round(hn::Min(hn::Max(hn::Div(fy, scale), lowest), highest));
        const auto error = hn::Abs(hn::Sub(dx, hn::PromoteTo(wide, hn::Mul(steps, scale))));
        const auto isOutside = hn::Or(hn::Lt(fy, from), hn::Gt(fy, to));
        const auto outside = hn::PromoteTo(wide, hn::IfThenElseZero(isOutside, one)); // 1 or 0
        const auto clampedError = hn::Mul(error, outside);
        const auto roundedError = hn::Sub(error, clampedError);
        sumXX = hn::MulAdd(dx, dx, sumXX);
        sumYY = hn::MulAdd(dy, dy, sumYY);
        rounded = hn::MulAdd(roundedError, roundedError, rounded);
        clamped = hn::MulAdd(clampedError, clampedError, clamped);
        largestRounded = hn::Max(largestRounded, roundedError);
        largestClamped = hn::Max(largestClamped, clampedError);
        count = hn::Add(count, outside);
    }
    done = i;
    QuantizedSums sums;
    sums.isFinite = std::isfinite(hn::GetLane(hn::SumOfLanes(wide, hn::Add(sumXX, sumYY))));
    sums.xx = hn::GetLane(hn::SumOfLanes(wide, sumXX));
    sums.rounded = {hn::GetLane(hn::SumOfLanes(wide, rounded)), hn::GetLane(hn::MaxOfLanes(wide, largestRounded))};
    sums.clamped = {hn::GetLane(hn::SumOfLanes(wide, clamped)), hn::GetLane(hn::MaxOfLanes(wide, largestClamped))};
    sums.clampedCount = std::uint64_t(hn::GetLane(hn::SumOfLanes(wide, count)));
    return sums;
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(sumQuantizedVectors);

namespace {

constexpr std::size_t kElementsPerChunk = std::size_t{1} << 14;

void addQuantizedElement(QuantizedSums& sums, float x, float y, const StepQuantizer& quantizer)
{
    sums.isFinite = sums.isFinite && std::isfinite(x) && std::isfinite(y);
    if (!sums.isFinite)
        return;
    const float steps = std::nearbyint(std::clamp(y / quantizer.scale, quantizer.lowest, quantizer.highest));
    const double error = std::abs(double(x) - double(steps * quantizer.scale));
    const bool isClamped = y < quantizer.insideFrom || y > quantizer.insideTo;
    auto& part = isClamped ? sums.clamped : sums.rounded;
    part.squared += error * error;
    part.largest = std::max(part.largest, error);
    sums.xx += double(x) * double(x);
    sums.clampedCount += isClamped ? 1 : 0;
}

QuantizedSums sumQuantizedChunk(const float* x, const float* y, std::size_t n, const StepQuantizer& quantizer)
{
    std::size_t done = 0;
    auto sums = HWY_DYNAMIC_DISPATCH(sumQuantizedVectors)(x, y, n, quantizer, done);
    for (; done < n; ++done)
        addQuantizedElement(sums, x[done], y[done], quantizer);
    return sums;
}

void merge(QuantizedSums::Part& into, const QuantizedSums::Part& next)
{
    into.squared += next.squared;
    into.largest = std::max(into.largest, next.largest);
}

} // namespace

QuantizedSums sumQuantized(const float* x, const float* y, std::size_t n, const StepQuantizer& quantizer,
                           std::size_t threads)
{
    const std::size_t chunks = (n + kElementsPerChunk - 1) / kElementsPerChunk;
    std::vector<QuantizedSums> partial(chunks);
    parallelRanges(chunks, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t chunk = begin; chunk < end; ++chunk) {
            const std::size_t first = chunk * kElementsPerChunk;
            partial[chunk] = sumQuantizedChunk(x + first, y + first, std::min(kElementsPerChunk, n - first), quantizer);
        }
    });
    QuantizedSums total;
    for (const auto& next : partial) {
        total.xx += next.xx;
        merge(total.rounded, next.rounded);
        merge(total.clamped, next.clamped);
        total.clampedCount += next.clampedCount;
        total.isFinite = total.isFinite && next.isFinite;
    }
    return total;
}

} // namespace ql::analysis
#endif
