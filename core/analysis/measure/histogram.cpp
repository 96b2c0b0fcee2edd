// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/histogram.h"

#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/histogram.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Writes the bin of each of the first elements; returns how many, a multiple of the vector length.
std::size_t findBins(const float* HWY_RESTRICT values, std::size_t n, float low, float scale,
                     std::int32_t* HWY_RESTRICT bins)
{
    const hn::ScalableTag<float> real;
    const hn::RebindToSigned<decltype(real)> integer;
    const std::size_t lanes = hn::Lanes(real);
    const auto offset = hn::Set(real, low);
    const auto factor = hn::Set(real, scale);
    const auto last = hn::Set(integer, static_cast<std::int32_t>(kDivergenceBins) - 1);
    const auto first = hn::Zero(integer);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto position = hn::Mul(hn::Sub(hn::LoadU(real, values + i), offset), factor);
        hn::StoreU(hn::Max(first, hn::Min(last, hn::ConvertTo(integer, position))), integer, bins + i);
    }
    return i;
}

/// Writes the counts of the bins that differ between the sides, in order; returns how many.
std::size_t findDiffering(const std::uint64_t* HWY_RESTRICT x, const std::uint64_t* HWY_RESTRICT y,
                          std::int64_t* HWY_RESTRICT differingX, std::int64_t* HWY_RESTRICT differingY)
{
    const hn::ScalableTag<std::int64_t> integer;
    const hn::RebindToUnsigned<decltype(integer)> stored;
    std::size_t used = 0;
    for (std::size_t bin = 0; bin < kDivergenceBins; bin += hn::Lanes(integer)) {
        const auto countX = hn::BitCast(integer, hn::LoadU(stored, x + bin));
        const auto countY = hn::BitCast(integer, hn::LoadU(stored, y + bin));
        const auto differs = hn::Ne(countX, countY);
        if (hn::AllFalse(integer, differs))
            continue;
        hn::CompressStore(countX, differs, integer, differingX + used);
        used += hn::CompressStore(countY, differs, integer, differingY + used);
    }
    return used;
}

/// Adds up pairs of neighbours of @p n counts, a multiple of 16. @p sums may be @p counts.
void addNeighbours(const std::uint64_t* counts, std::size_t n, std::uint64_t* sums)
{
    const hn::ScalableTag<std::uint64_t> integer;
    const std::size_t lanes = hn::Lanes(integer);
    for (std::size_t i = 0; i < n; i += 2 * lanes) {
        hn::Vec<decltype(integer)> even, odd;
        hn::LoadInterleaved2(integer, counts + i, even, odd);
        hn::StoreU(hn::Add(even, odd), integer, sums + i / 2);
    }
}

/// Both divergences over @p n bins, a multiple of 16. An empty bin's share is @p empty.
Divergence sumDivergence(const std::int64_t* HWY_RESTRICT x, const std::int64_t* HWY_RESTRICT y, std::size_t n,
                         double total, double empty)
{
    const hn::ScalableTag<double> real;
    const hn::RebindToSigned<decltype(real)> integer;
    const auto share = [&](const std::int64_t* counts) {
        const auto count = hn::Load(integer, counts);
        const auto filled = hn::Div(hn::ConvertTo(real, count), hn::Set(real, total));
        const auto isEmpty = hn::RebindMask(real, hn::Eq(count, hn::Zero(integer)));
        return hn::IfThenElse(isEmpty, hn::Set(real, empty), filled);
    };
    const auto half = hn::Set(real, 0.5);
    auto kl = hn::Zero(real), js = hn::Zero(real);
    for (std::size_t i = 0; i < n; i += hn::Lanes(real)) {
        const auto shareP = share(x + i);
        const auto shareQ = share(y + i);
        const auto logP = hn::Log(real, shareP);
        const auto logQ = hn::Log(real, shareQ);
        const auto logM = hn::Log(real, hn::Mul(half, hn::Add(shareP, shareQ)));
        kl = hn::MulAdd(shareP, hn::Sub(logP, logQ), kl);
        js = hn::MulAdd(shareP, hn::Sub(logP, logM), hn::MulAdd(shareQ, hn::Sub(logQ, logM), js));
    }
    return {hn::GetLane(hn::SumOfLanes(real, kl)), 0.5 * hn::GetLane(hn::SumOfLanes(real, js))};
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(findBins);
HWY_EXPORT(addNeighbours);
HWY_EXPORT(findDiffering);
HWY_EXPORT(sumDivergence);

namespace {

constexpr double kEmptyBin = 1e-12;
constexpr std::size_t kChunk = std::size_t{1} << 15; // what a thread takes at least
constexpr std::size_t kBlock = 512;                  // bins that are looked up before they are counted
constexpr std::size_t kTablesHold = 65535;           // so many equal values fit their 16 bits
constexpr std::size_t kFewTablesPayFrom = 1 << 11;   // clearing and adding them up takes a microsecond
constexpr std::size_t kManyTablesPayFrom = kChunk / 2;
constexpr std::size_t kVectorMultiple = 16;

using Counts = std::vector<std::uint64_t>;
/// Equal values in a row would wait for each other's count in a single one.
template <std::size_t count>
using Tables = std::array<std::array<std::uint16_t, kDivergenceBins>, count>;

/// Where a value falls: in float for speed, in double where float can't hold the range.
struct Binning {
    double low = 0.0;
    double scale = 0.0;
    bool isFloatSafe = false;

    std::size_t operator()(float value) const
    {
        const double position = (static_cast<double>(value) - low) * scale;
        return std::min(kDivergenceBins - 1, static_cast<std::size_t>(std::max(0.0, position)));
    }
};

Binning binningOf(double low, double high)
{
    Binning binning;
    binning.low = low;
    binning.scale = high > low ? static_cast<double>(kDivergenceBins) / (high - low) : 0.0;
    constexpr double limit = static_cast<double>(std::numeric_limits<float>::max()) / 4.0;
    binning.isFloatSafe = high - low < limit && binning.scale < limit
                          && (binning.scale == 0.0 || binning.scale > std::numeric_limits<float>::min());
    return binning;
}

void countOneByOne(const float* values, std::size_t n, const Binning& binning, Counts& counts)
{
    for (std::size_t i = 0; i < n; ++i)
        ++counts[binning(values[i])];
}

void countFinitePairs(const float* x, const float* y, std::size_t n, const Binning& binning, Counts& countsX,
                      Counts& countsY)
{
    for (std::size_t i = 0; i < n; ++i) {
        if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
            continue;
        ++countsX[binning(x[i])];
        ++countsY[binning(y[i])];
    }
}

template <std::size_t count>
void addTables(const Tables<count>& tables, Counts& counts)
{
    for (std::size_t bin = 0; bin < kDivergenceBins; ++bin) {
        std::uint32_t sum = 0;
        for (const auto& table : tables)
            sum += table[bin];
        counts[bin] += sum;
    }
}

/// Calls @p count(bins, found) for blocks of values.
template <typename Count>
void forBlocksOfBins(const float* values, std::size_t n, const Binning& binning, Counts& counts, Count count)
{
    alignas(64) std::array<std::int32_t, kBlock> bins;
    const float low = static_cast<float>(binning.low);
    const float scale = static_cast<float>(binning.scale);
    for (std::size_t first = 0; first < n; first += kBlock) {
        const std::size_t length = std::min(kBlock, n - first);
        const std::size_t found = HWY_DYNAMIC_DISPATCH(findBins)(values + first, length, low, scale, bins.data());
        const std::size_t counted = count(bins.data(), found);
        countOneByOne(values + first + counted, length - counted, binning, counts);
    }
}

template <std::size_t count>
void countInTables(const float* values, std::size_t n, const Binning& binning, Counts& counts)
{
    Tables<count> tables{};
    forBlocksOfBins(values, n, binning, counts, [&tables](const std::int32_t* bins, std::size_t found) {
        std::size_t i = 0;
        for (; i + count <= found; i += count)
            for (std::size_t table = 0; table < count; ++table)
                ++tables[table][static_cast<std::size_t>(bins[i + table])];
        return i;
    });
    addTables(tables, counts);
}

void countFinite(const float* values, std::size_t n, const Binning& binning, Counts& counts)
{
    if (!binning.isFloatSafe) {
        countOneByOne(values, n, binning, counts);
        return;
    }
    if (n < kFewTablesPayFrom) {
        forBlocksOfBins(values, n, binning, counts, [&counts](const std::int32_t* bins, std::size_t found) {
            for (std::size_t i = 0; i < found; ++i)
                ++counts[static_cast<std::size_t>(bins[i])];
            return found;
        });
        return;
    }
    if (n < kManyTablesPayFrom) {
        countInTables<4>(values, n, binning, counts);
        return;
    }
    constexpr std::size_t most = 8 * kTablesHold / kBlock * kBlock;
    for (std::size_t first = 0; first < n; first += most)
        countInTables<8>(values + first, std::min(most, n - first), binning, counts);
}

} // namespace

PairHistogram countPairs(const float* x, const float* y, std::size_t n, double low, double high, std::size_t finite,
                         std::size_t threads)
{
    const Binning binning = binningOf(low, high);
    const std::size_t chunks = (n + kChunk - 1) / kChunk;
    std::vector<PairHistogram> workers;
    workers.reserve(std::max<std::size_t>(1, threads));
    while (workers.size() < workers.capacity())
        workers.push_back({low, high, Counts(kDivergenceBins), Counts(kDivergenceBins), finite});
    parallelRanges(chunks, threads, [&](std::size_t worker, std::size_t begin, std::size_t end) {
        PairHistogram& own = workers[worker];
        const std::size_t first = begin * kChunk;
        const std::size_t length = std::min(n, end * kChunk) - first;
        if (finite < n) {
            countFinitePairs(x + first, y + first, length, binning, own.x, own.y);
        } else {
            countFinite(x + first, length, binning, own.x);
            countFinite(y + first, length, binning, own.y);
        }
    });
    for (std::size_t worker = 1; worker < workers.size(); ++worker) {
        for (std::size_t bin = 0; bin < kDivergenceBins; ++bin) {
            workers.front().x[bin] += workers[worker].x[bin];
            workers.front().y[bin] += workers[worker].y[bin];
        }
    }
    return std::move(workers.front());
}

std::vector<std::uint64_t> mergedBins(const std::vector<std::uint64_t>& fine, std::size_t count)
{
    auto merged = fine;
    for (std::size_t bins = fine.size(); bins > count; bins /= 2)
        HWY_DYNAMIC_DISPATCH(addNeighbours)(merged.data(), bins, merged.data());
    merged.resize(count);
    return merged;
}

Divergence divergenceOf(const PairHistogram& histogram)
{
    // Equal shares add nothing; most bins of a small tensor are empty on both sides.
    alignas(64) std::array<std::int64_t, kDivergenceBins + kVectorMultiple> x; // whole vectors are written
    alignas(64) std::array<std::int64_t, kDivergenceBins + kVectorMultiple> y;
    std::size_t used = HWY_DYNAMIC_DISPATCH(findDiffering)(histogram.x.data(), histogram.y.data(), x.data(), y.data());
    for (; used % kVectorMultiple != 0; ++used)
        x[used] = y[used] = 0;
    const Divergence sums =
        HWY_DYNAMIC_DISPATCH(sumDivergence)(x.data(), y.data(), used, static_cast<double>(histogram.count), kEmptyBin);
    // Smoothing lets the shares sum to a little more than one; keep the bounds that readers rely on.
    return {std::max(0.0, sums.kl), std::clamp(sums.js, 0.0, std::numbers::ln2)};
}

} // namespace ql::analysis
#endif
