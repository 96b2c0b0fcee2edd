// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/selected_elements.h"

#include <cmath>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/selected_elements.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE auto loadStepping(D d, const float* from, std::size_t step, std::size_t i)
{
    return step == 0 ? hn::Set(d, *from) : hn::LoadU(d, from + i);
}

void selectPass(const SelectedRun& run, float* to, std::size_t count)
{
    const auto* const condition = reinterpret_cast<const std::uint8_t*>(run.condition);
    forEachVector(count, [&](auto d, std::size_t i) HWY_ATTR {
        using D = decltype(d);
        const hn::Rebind<std::uint8_t, D> dBytes;
        const hn::RebindToSigned<D> dSigned;
        const auto bytes = run.conditionStep == 0 ? hn::Set(dBytes, *condition) : hn::LoadU(dBytes, condition + i);
        const auto holds = hn::Gt(hn::PromoteTo(dSigned, bytes), hn::Zero(dSigned));
        hn::StoreU(hn::IfThenElse(hn::RebindMask(d, holds), loadStepping(d, run.x, run.xStep, i),
                                  loadStepping(d, run.y, run.yStep, i)),
                   d, to + i);
    });
}

/// @p next where it beats @p best or is NaN.
template <bool isLargest, class V>
HWY_INLINE V joined(V best, V next)
{
    const auto beats = isLargest ? hn::Gt(next, best) : hn::Lt(next, best);
    return hn::IfThenElse(hn::Or(beats, hn::IsNaN(next)), next, best);
}

template <bool isLargest>
HWY_INLINE float extremeOf(const float* x, std::size_t size)
{
    const hn::ScalableTag<float> d;
    const auto lanes = hn::Lanes(d);
    float best = x[0];
    std::size_t i = 0;
    if (size >= lanes) {
        auto all = hn::LoadU(d, x);
        for (i = lanes; i + lanes <= size; i += lanes)
            all = joined<isLargest>(all, hn::LoadU(d, x + i));
        all = joined<isLargest>(all, hn::LoadU(d, x + size - lanes)); // what is left, and some once more
        i = size;
        if (!hn::AllFalse(d, hn::IsNaN(all)))
            return std::nanf("");
        best = hn::GetLane(isLargest ? hn::MaxOfLanes(d, all) : hn::MinOfLanes(d, all));
    }
    for (; i < size; ++i)
        best = (isLargest ? x[i] > best : x[i] < best) || std::isnan(x[i]) ? x[i] : best;
    return best;
}

void extremesPass(bool isLargest, const float* x, float* y, std::size_t rows, std::size_t size)
{
    for (std::size_t row = 0; row < rows; ++row, x += size)
        y[row] = isLargest ? extremeOf<true>(x, size) : extremeOf<false>(x, size);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(selectPass);
HWY_EXPORT(extremesPass);

void selectElements(const SelectedRun& run, float* to, std::size_t count)
{
    HWY_DYNAMIC_DISPATCH(selectPass)(run, to, count);
}

void takeRowExtremes(bool isLargest, const float* x, float* y, std::size_t rows, std::size_t size)
{
    HWY_DYNAMIC_DISPATCH(extremesPass)(isLargest, x, y, rows, size);
}

} // namespace ql::ops
#endif
