// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/bins.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/bins.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Of whole vectors; @p done is how many values that were.
std::size_t findLaterBinsInVectors(const float* HWY_RESTRICT values, std::size_t n, const Binning& binning,
                                   std::int32_t* HWY_RESTRICT bins, std::size_t& done)
{
    const hn::ScalableTag<float> real;
    const hn::RebindToSigned<decltype(real)> integer;
    const std::size_t lanes = hn::Lanes(real);
    const auto offset = hn::Set(real, static_cast<float>(binning.low));
    const auto factor = hn::Set(real, static_cast<float>(binning.scale));
    const auto last = hn::Set(integer, static_cast<std::int32_t>(kDivergenceBins) - 1);
    const auto first = hn::Zero(integer);
    std::size_t found = 0, i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto position = hn::Mul(hn::Sub(hn::LoadU(real, values + i), offset), factor);
        const auto bin = hn::Min(last, hn::ConvertTo(integer, position));
        const auto isLater = hn::Gt(bin, first);
        // Not CompressStore: some processors take a hundred cycles for it.
        hn::StoreU(hn::Compress(bin, isLater), integer, bins + found);
        found += hn::CountTrue(integer, isLater);
    }
    done = i;
    return found;
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(findLaterBinsInVectors);

Binning Binning::over(double low, double high)
{
    Binning binning;
    binning.low = low;
    binning.scale = high > low ? static_cast<double>(kDivergenceBins) / (high - low) : 0.0;
    constexpr double limit = static_cast<double>(std::numeric_limits<float>::max()) / 4.0;
    binning.isFloatSafe = high - low < limit && binning.scale < limit
                          && (binning.scale == 0.0 || binning.scale > std::numeric_limits<float>::min());
    return binning;
}

std::size_t Binning::operator()(float value) const
{
    const double position = (static_cast<double>(value) - low) * scale;
    return std::min(kDivergenceBins - 1, static_cast<std::size_t>(std::max(0.0, position)));
}

std::size_t findLaterBins(const float* values, std::size_t n, const Binning& binning, std::int32_t* bins)
{
    std::size_t done = 0;
    std::size_t found =
        binning.isFloatSafe ? HWY_DYNAMIC_DISPATCH(findLaterBinsInVectors)(values, n, binning, bins, done) : 0;
    for (; done < n; ++done)
        if (const std::size_t bin = binning(values[done]); bin > 0)
            bins[found++] = static_cast<std::int32_t>(bin);
    return found;
}

} // namespace ql::analysis
#endif
