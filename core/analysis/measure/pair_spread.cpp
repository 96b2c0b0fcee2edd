// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/histogram.h"

#include "core/analysis/measure/bin_tables.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/pair_spread.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds the counts of @p tables tables that follow the first to those of the first.
void addTables(std::uint16_t* HWY_RESTRICT counts, std::size_t tables)
{
    const hn::ScalableTag<std::uint16_t> narrow;
    for (std::size_t bin = 0; bin < kDivergenceBins; bin += hn::Lanes(narrow)) {
        auto sum = hn::Load(narrow, counts + bin);
        for (std::size_t table = 1; table <= tables; ++table)
            sum = hn::Add(sum, hn::Load(narrow, counts + table * kDivergenceBins + bin));
        hn::Store(sum, narrow, counts + bin);
    }
}

void findDifferingNarrow(const std::uint16_t* HWY_RESTRICT x, const std::uint16_t* HWY_RESTRICT y,
                         DifferingCounts<std::int32_t>& differing)
{
    const hn::ScalableTag<std::uint16_t> narrow;
    const hn::ScalableTag<std::int32_t> integer;
    const hn::Rebind<std::uint16_t, decltype(integer)> part;
    std::size_t used = 0;
    for (std::size_t bin = 0; bin < kDivergenceBins; bin += hn::Lanes(narrow)) {
        if (hn::AllTrue(narrow, hn::Eq(hn::Load(narrow, x + bin), hn::Load(narrow, y + bin))))
            continue;
        for (std::size_t i = bin; i < bin + hn::Lanes(narrow); i += hn::Lanes(integer)) {
            const auto countX = hn::PromoteTo(integer, hn::Load(part, x + i));
            const auto countY = hn::PromoteTo(integer, hn::Load(part, y + i));
            const auto differs = hn::Ne(countX, countY);
            // Not CompressStore: some processors take a hundred cycles for it.
            hn::StoreU(hn::Compress(countX, differs), integer, differing.x.data() + used);
            hn::StoreU(hn::Compress(countY, differs), integer, differing.y.data() + used);
            used += hn::CountTrue(integer, differs);
        }
    }
    differing.used = used;
}

/// Sums of eight neighbours each.
void addEights(const std::uint16_t* HWY_RESTRICT counts, std::uint64_t* HWY_RESTRICT sums)
{
    const hn::ScalableTag<std::uint64_t> wide;
    const auto evenCounts = hn::Set(wide, 0x0000ffff0000ffffU), lowSum = hn::Set(wide, 0xffffffffU);
    const auto sumOfFour = [&](hn::Vec<decltype(wide)> four) {
        const auto two = hn::Add(hn::And(four, evenCounts), hn::And(hn::ShiftRight<16>(four), evenCounts));
        return hn::Add(hn::And(two, lowSum), hn::ShiftRight<32>(two));
    };
    const auto* fours = reinterpret_cast<const std::uint64_t*>(counts);
    for (std::size_t i = 0; i < kDivergenceBins / 8; i += hn::Lanes(wide)) {
        hn::Vec<decltype(wide)> even, odd;
        hn::LoadInterleaved2(wide, fours + 2 * i, even, odd);
        hn::StoreU(hn::Add(sumOfFour(even), sumOfFour(odd)), wide, sums + i);
    }
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(addTables);
HWY_EXPORT(findDifferingNarrow);
HWY_EXPORT(addEights);

namespace {

constexpr std::size_t kShownBins = 256;
constexpr std::size_t kMostNarrow = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kTablesPayFrom = 1 << 11; ///< clearing and adding them up takes time

template <std::size_t tables>
void countNarrow(BinTables<tables>& counts, const float* values, std::size_t n, const Binning& binning)
{
    counts.add(values, n, binning);
    if (tables > 1)
        HWY_DYNAMIC_DISPATCH(addTables)(counts.counts.front().data(), tables - 1);
    counts.counts.front().front() = static_cast<std::uint16_t>(counts.firstBin);
}

std::vector<std::uint64_t> shownBins(const std::uint16_t* counts)
{
    static_assert(kShownBins == kDivergenceBins / 8);
    std::vector<std::uint64_t> shown(kShownBins);
    HWY_DYNAMIC_DISPATCH(addEights)(counts, shown.data());
    return shown;
}

/// Where all pairs are finite, and no count exceeds 16 bits: nothing but the stack is cleared and read.
template <std::size_t tables>
PairSpread narrowSpreadOf(const float* x, const float* y, std::size_t n, double low, double high)
{
    const auto binning = Binning::over(low, high);
    BinTables<tables> left, right;
    countNarrow(left, x, n, binning);
    countNarrow(right, y, n, binning);
    const auto* countsX = left.counts.front().data();
    const auto* countsY = right.counts.front().data();
    DifferingCounts<std::int32_t> differing;
    HWY_DYNAMIC_DISPATCH(findDifferingNarrow)(countsX, countsY, differing);
    return {divergenceOf(differing, static_cast<double>(n)), {low, high, shownBins(countsX), shownBins(countsY)}};
}

} // namespace

PairSpread spreadOf(const float* x, const float* y, std::size_t n, double low, double high, std::size_t finite,
                    std::size_t threads)
{
    if (n <= kMostNarrow && finite == n)
        return n < kTablesPayFrom ? narrowSpreadOf<1>(x, y, n, low, high) : narrowSpreadOf<4>(x, y, n, low, high);
    const auto histogram = countPairs(x, y, n, low, high, finite, threads);
    return {divergenceOf(histogram),
            {low, high, mergedBins(histogram.x, kShownBins), mergedBins(histogram.y, kShownBins)}};
}

} // namespace ql::analysis
#endif
