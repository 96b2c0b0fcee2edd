// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/rows.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/row_extremes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// @p next where it beats @p best or is NaN.
template <Extremum extremum, class V>
HWY_INLINE V joined(V best, V next)
{
    const auto beats = extremum == Extremum::Highest ? hn::Gt(next, best) : hn::Lt(next, best);
    return hn::IfThenElse(hn::Or(beats, hn::IsNaN(next)), next, best);
}

template <Extremum extremum>
HWY_INLINE float extremeOf(const float* x, std::size_t size)
{
    const hn::ScalableTag<float> d;
    const auto lanes = hn::Lanes(d);
    float best = x[0];
    std::size_t i = 0;
    if (size >= lanes) {
        auto all = hn::LoadU(d, x);
        for (i = lanes; i + lanes <= size; i += lanes)
            all = joined<extremum>(all, hn::LoadU(d, x + i));
        all = joined<extremum>(all, hn::LoadU(d, x + size - lanes)); // what is left, and some once more
        i = size;
        if (!hn::AllFalse(d, hn::IsNaN(all)))
            return std::nanf("");
        best = hn::GetLane(extremum == Extremum::Highest ? hn::MaxOfLanes(d, all) : hn::MinOfLanes(d, all));
    }
    for (; i < size; ++i)
        best = (extremum == Extremum::Highest ? x[i] > best : x[i] < best) || std::isnan(x[i]) ? x[i] : best;
    return best;
}

void extremesPass(Extremum extremum, const float* x, float* y, std::size_t rows, std::size_t size)
{
    for (std::size_t row = 0; row < rows; ++row, x += size)
        y[row] = extremum == Extremum::Highest ? extremeOf<Extremum::Highest>(x, size)
                                               : extremeOf<Extremum::Lowest>(x, size);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(extremesPass);

void takeRowExtremes(Extremum extremum, const float* x, float* y, std::size_t rows, std::size_t size)
{
    HWY_DYNAMIC_DISPATCH(extremesPass)(extremum, x, y, rows, size);
}

} // namespace ql::ops
#endif
