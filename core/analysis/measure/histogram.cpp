// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/histogram.h"

#include "core/analysis/measure/bin_tables.h"
#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/histogram.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void findDiffering(const std::uint64_t* HWY_RESTRICT x, const std::uint64_t* HWY_RESTRICT y,
                   DifferingCounts<double>& differing)
{
    const hn::ScalableTag<double> real;
    const hn::RebindToSigned<decltype(real)> integer;
    const hn::RebindToUnsigned<decltype(real)> stored;
    std::size_t used = 0;
    for (std::size_t bin = 0; bin < kDivergenceBins; bin += hn::Lanes(real)) {
        const auto countX = hn::BitCast(integer, hn::LoadU(stored, x + bin));
        const auto countY = hn::BitCast(integer, hn::LoadU(stored, y + bin));
        const auto differs = hn::Ne(countX, countY);
        // Not CompressStore: some processors take a hundred cycles for it.
        hn::StoreU(hn::ConvertTo(real, hn::Compress(countX, differs)), real, differing.x.data() + used);
        hn::StoreU(hn::ConvertTo(real, hn::Compress(countY, differs)), real, differing.y.data() + used);
        used += hn::CountTrue(integer, differs);
    }
    differing.used = used;
}

/// Adds the counts of @p tables tables, one behind the other, to @p sums.
void addTables(const std::uint16_t* HWY_RESTRICT counts, std::size_t tables, std::uint64_t* HWY_RESTRICT sums)
{
    const hn::ScalableTag<std::uint64_t> wide;
    const hn::Rebind<std::uint32_t, decltype(wide)> integer;
    const hn::Rebind<std::uint16_t, decltype(wide)> narrow;
    for (std::size_t bin = 0; bin < kDivergenceBins; bin += hn::Lanes(wide)) {
        auto sum = hn::Zero(integer);
        for (std::size_t table = 0; table < tables; ++table)
            sum = hn::Add(sum, hn::PromoteTo(integer, hn::LoadU(narrow, counts + table * kDivergenceBins + bin)));
        hn::StoreU(hn::Add(hn::LoadU(wide, sums + bin), hn::PromoteTo(wide, sum)), wide, sums + bin);
    }
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

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(addTables);
HWY_EXPORT(addNeighbours);
HWY_EXPORT(findDiffering);

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 15; // what a thread takes at least

using Counts = std::vector<std::uint64_t>;

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

void countFinite(const float* values, std::size_t n, const Binning& binning, Counts& counts)
{
    using Tables = BinTables<8>;
    for (std::size_t first = 0; first < n; first += Tables::kMostValues) {
        Tables tables;
        tables.add(values + first, std::min(Tables::kMostValues, n - first), binning);
        counts.front() += tables.firstBin;
        HWY_DYNAMIC_DISPATCH(addTables)(tables.counts.front().data(), tables.counts.size(), counts.data());
    }
}

} // namespace

PairHistogram countPairs(const float* x, const float* y, std::size_t n, double low, double high, std::size_t finite,
                         std::size_t threads)
{
    const Binning binning = Binning::over(low, high);
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
    DifferingCounts<double> differing;
    HWY_DYNAMIC_DISPATCH(findDiffering)(histogram.x.data(), histogram.y.data(), differing);
    return divergenceOf(differing, static_cast<double>(histogram.count));
}

} // namespace ql::analysis
#endif
