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
    struct Side {
        double sum = 0.0;
        double squares = 0.0;
        float min = 0.0F;
        float max = 0.0F;
    };
    Side x;
    Side y;
    double products = 0.0;
    double absolute = 0.0;
    double squared = 0.0;
    double largest = 0.0;
    std::size_t done = 0; ///< elements summed: a multiple of the vector length
};

} // namespace ql::analysis
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Double lanes throughout: products of floats are exact in them, small activations don't underflow, big ones don't
// overflow. Two vectors of them at a time, which is one of floats, each summed for itself: one alone would wait for its
// own last sum.
using Wide = hn::ScalableTag<double>;
using Full = hn::ScalableTag<float>;
using Narrow = hn::Rebind<float, Wide>;
using Sum = hn::Vec<Wide>;
using Floats = hn::Vec<Full>;

/// Sums of one of the two arrays.
struct SideLanes {
    Sum sum = hn::Zero(Wide()), nextSum = hn::Zero(Wide());
    Sum squares = hn::Zero(Wide()), nextSquares = hn::Zero(Wide());
    Floats min, max;

    HWY_INLINE explicit SideLanes(const float* HWY_RESTRICT first)
        : min(hn::LoadU(Full(), first))
        , max(min)
    {
    }
    HWY_INLINE void look(const float* HWY_RESTRICT at)
    {
        const auto values = hn::LoadU(Full(), at);
        min = hn::Min(min, values);
        max = hn::Max(max, values);
    }
    HWY_INLINE void add(Sum value)
    {
        sum = hn::Add(sum, value);
        squares = hn::MulAdd(value, value, squares);
    }
    HWY_INLINE void addNext(Sum value)
    {
        nextSum = hn::Add(nextSum, value);
        nextSquares = hn::MulAdd(value, value, nextSquares);
    }
    HWY_INLINE RawSums::Side total() const
    {
        return {hn::GetLane(hn::SumOfLanes(Wide(), hn::Add(sum, nextSum))),
                hn::GetLane(hn::SumOfLanes(Wide(), hn::Add(squares, nextSquares))),
                hn::GetLane(hn::MinOfLanes(Full(), min)), hn::GetLane(hn::MaxOfLanes(Full(), max))};
    }
};

/// Sums of pairs.
struct PairLanes {
    Sum products, absolute, squared, largest;

    HWY_INLINE PairLanes()
        : products(hn::Zero(Wide()))
        , absolute(products)
        , squared(products)
        , largest(products)
    {
    }
    HWY_INLINE void add(Sum x, Sum y)
    {
        const auto difference = hn::Sub(x, y);
        const auto magnitude = hn::Abs(difference);
        products = hn::MulAdd(x, y, products);
        absolute = hn::Add(absolute, magnitude);
        squared = hn::MulAdd(difference, difference, squared);
        largest = hn::Max(largest, magnitude);
    }
};

HWY_INLINE Sum wideAt(const float* HWY_RESTRICT at)
{
    return hn::PromoteTo(Wide(), hn::LoadU(Narrow(), at));
}

RawSums sumVectors(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, std::size_t n)
{
    const std::size_t half = hn::Lanes(Wide()), lanes = hn::Lanes(Full());
    if (n < lanes)
        return {};
    SideLanes sideX(x), sideY(y);
    PairLanes pairs, next;
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        sideX.look(x + i);
        sideY.look(y + i);
        const auto x0 = wideAt(x + i), x1 = wideAt(x + i + half);
        const auto y0 = wideAt(y + i), y1 = wideAt(y + i + half);
        sideX.add(x0);
        sideX.addNext(x1);
        sideY.add(y0);
        sideY.addNext(y1);
        pairs.add(x0, y0);
        next.add(x1, y1);
    }
    const auto sumOf = [](Sum a, Sum b) { return hn::GetLane(hn::SumOfLanes(Wide(), hn::Add(a, b))); };
    return {sideX.total(),
            sideY.total(),
            sumOf(pairs.products, next.products),
            sumOf(pairs.absolute, next.absolute),
            sumOf(pairs.squared, next.squared),
            hn::GetLane(hn::MaxOfLanes(Wide(), hn::Max(pairs.largest, next.largest))),
            i};
}

/// The sums of x alone, bit for bit as beside a y.
RawSums sumVectorsOfOne(const float* HWY_RESTRICT x, std::size_t n)
{
    const std::size_t half = hn::Lanes(Wide()), lanes = hn::Lanes(Full());
    if (n < lanes)
        return {};
    SideLanes side(x);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        side.look(x + i);
        side.add(wideAt(x + i));
        side.addNext(wideAt(x + i + half));
    }
    RawSums sums;
    sums.x = side.total();
    sums.done = i;
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

SideSums sideOf(const RawSums::Side& raw, std::size_t count)
{
    SideSums side;
    side.finite = count;
    side.mean = raw.sum / static_cast<double>(count);
    side.squaredDeviations = raw.min == raw.max ? 0.0 : std::max(0.0, raw.squares - raw.sum * side.mean);
    side.min = raw.min;
    side.max = raw.max;
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
    if (raw.done > 0 && std::isfinite(raw.x.squares) && std::isfinite(raw.y.squares)) {
        done = raw.done;
        sums.count = done;
        sums.xx = raw.x.squares;
        sums.yy = raw.y.squares;
        sums.xy = raw.products;
        sums.absolute = raw.absolute;
        sums.squared = raw.squared;
        sums.largest = raw.largest;
        sums.x = sideOf(raw.x, done);
        sums.y = sideOf(raw.y, done);
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
    if (raw.done > 0 && std::isfinite(raw.x.squares)) {
        done = raw.done;
        sums = sideOf(raw.x, done);
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

PairSums sumPairs(const float* x, const float* y, std::size_t n, std::size_t threads, LinesApart& lines)
{
    const std::size_t perLine = (lines.length + kChunk - 1) / kChunk;
    std::vector<PairSums> partial(n / lines.length * perLine);
    parallelRanges(partial.size(), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto inLine = i % perLine * kChunk;
            const auto from = i / perLine * lines.length + inLine;
            partial[i] = sumChunk(x + from, y + from, std::min(kChunk, lines.length - inLine));
        }
    });
    PairSums total;
    for (std::size_t i = 0; i < partial.size(); ++i) {
        total.merge(partial[i]);
        if (i % perLine == 0)
            lines.sums.push_back(partial[i]);
        else
            lines.sums.back().merge(partial[i]);
    }
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
