// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/counted_values.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/quant/counted_values.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::quant::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> squaredErrors(D d, const CountedValues& counted, std::size_t i, const RoundedRange& range)
{
    const auto scale = hn::Set(d, range.scale);
    const auto value = hn::LoadU(d, counted.values.data() + i);
    const auto clamped = hn::Clamp(value, hn::Set(d, range.low), hn::Set(d, range.high));
    const auto error = hn::Sub(hn::Mul(hn::Round(hn::Div(clamped, scale)), scale), value);
    return hn::Mul(hn::LoadU(d, counted.counts.data() + i), hn::Mul(error, error));
}

double sumSquaredErrors(const CountedValues& counted, const RoundedRange& range)
{
    const hn::ScalableTag<double> d;
    const hn::CappedTag<double, 1> one;
    auto sums = hn::Zero(d);
    auto rest = hn::Zero(one);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= counted.values.size(); i += hn::Lanes(d))
        sums = hn::Add(sums, squaredErrors(d, counted, i, range));
    for (; i < counted.values.size(); ++i)
        rest = hn::Add(rest, squaredErrors(one, counted, i, range));
    return hn::GetLane(hn::SumOfLanes(d, sums)) + hn::GetLane(rest);
}

} // namespace ql::quant::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::quant {

HWY_EXPORT(sumSquaredErrors);

double squaredError(const CountedValues& counted, const RoundedRange& range)
{
    return HWY_DYNAMIC_DISPATCH(sumSquaredErrors)(counted, range);
}

RoundedRange roundedRange(const Parameters& parameters, const IntegerFormat& format)
{
    const double scale = parameters.scales.front();
    const double zero = parameters.zeroPoints.front();
    return {(double(format.lowest()) - zero) * scale, (double(format.highest()) - zero) * scale, scale};
}

} // namespace ql::quant
#endif
