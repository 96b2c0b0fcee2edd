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

template <typename Real>
auto load(Real real, const double* counts)
{
    return hn::Load(real, counts);
}

template <typename Real>
auto load(Real real, const std::int32_t* counts)
{
    const hn::Rebind<std::int32_t, Real> integer;
    return hn::PromoteTo(real, hn::Load(integer, counts));
}

/// Both divergences over @p n bins, a multiple of 16. An empty bin's share is @p empty.
template <typename Count>
Divergence sumOver(const Count* HWY_RESTRICT x, const Count* HWY_RESTRICT y, std::size_t n, double total, double empty)
{
    const hn::ScalableTag<double> real;
    const auto share = [&](const Count* counts) {
        const auto count = load(real, counts);
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

Divergence sumDivergence(const double* x, const double* y, std::size_t n, double total, double empty)
{
    return sumOver(x, y, n, total, empty);
}

Divergence sumDivergenceOfIntegers(const std::int32_t* x, const std::int32_t* y, std::size_t n, double total,
                                   double empty)
{
    return sumOver(x, y, n, total, empty);
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(sumDivergence);
HWY_EXPORT(sumDivergenceOfIntegers);

namespace {

constexpr double kEmptyBin = 1e-12;
constexpr std::size_t kVectorMultiple = 16;

/// Fills the last vector up with bins that are empty on both sides; returns how many there are then.
template <typename Count>
std::size_t filledUp(DifferingCounts<Count>& counts)
{
    std::size_t used = counts.used;
    for (; used % kVectorMultiple != 0; ++used)
        counts.x[used] = counts.y[used] = 0;
    return used;
}

/// Smoothing lets the shares sum to a little more than one; keep the bounds that readers rely on.
Divergence bounded(const Divergence& sums)
{
    return {std::max(0.0, sums.kl), std::clamp(sums.js, 0.0, std::numbers::ln2)};
}

} // namespace

Divergence divergenceOf(DifferingCounts<double>& counts, double total)
{
    const auto n = filledUp(counts);
    return bounded(HWY_DYNAMIC_DISPATCH(sumDivergence)(counts.x.data(), counts.y.data(), n, total, kEmptyBin));
}

Divergence divergenceOf(DifferingCounts<std::int32_t>& counts, double total)
{
    const auto n = filledUp(counts);
    return bounded(
        HWY_DYNAMIC_DISPATCH(sumDivergenceOfIntegers)(counts.x.data(), counts.y.data(), n, total, kEmptyBin));
}

} // namespace ql::analysis
#endif
