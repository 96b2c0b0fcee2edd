// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/divergence.h"

#include <algorithm>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/divergence.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Both divergences over @p n bins, a multiple of 16. An empty bin's share is @p empty.
Divergence sumDivergence(const double* HWY_RESTRICT x, const double* HWY_RESTRICT y, std::size_t n, double total,
                         double empty)
{
    const hn::ScalableTag<double> real;
    const auto share = [&](const double* counts) {
        const auto count = hn::Load(real, counts);
        const auto filled = hn::Div(count, hn::Set(real, total));
        return hn::IfThenElse(hn::Eq(count, hn::Zero(real)), hn::Set(real, empty), filled);
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

HWY_EXPORT(sumDivergence);

namespace {

constexpr double kEmptyBin = 1e-12;
constexpr std::size_t kVectorMultiple = 16;

} // namespace

Divergence divergenceOf(DifferingCounts& counts, double total)
{
    std::size_t used = counts.used;
    for (; used % kVectorMultiple != 0; ++used)
        counts.x[used] = counts.y[used] = 0.0;
    const Divergence sums =
        HWY_DYNAMIC_DISPATCH(sumDivergence)(counts.x.data(), counts.y.data(), used, total, kEmptyBin);
    // Smoothing lets the shares sum to a little more than one; keep the bounds that readers rely on.
    return {std::max(0.0, sums.kl), std::clamp(sums.js, 0.0, std::numbers::ln2)};
}

} // namespace ql::analysis
#endif
