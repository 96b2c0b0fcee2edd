// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/extremum_index.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/extremum_index.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// What beats @p best: never an equal, and NaN all but NaN.
template <Extremum extremum, class V>
HWY_INLINE auto beats(V next, V best)
{
    const auto isNoBetter = extremum == Extremum::Highest ? hn::Le(next, best) : hn::Ge(next, best);
    return hn::Not(hn::Or(isNoBetter, hn::IsNaN(best)));
}

/// One vector of columns, or a part of one.
template <Extremum extremum, class D>
HWY_INLINE void findInVector(D d, const float* x, std::int64_t* index, std::int64_t count, std::int64_t stride)
{
    const hn::RebindToSigned<D> dIndex;
    auto best = hn::LoadU(d, x);
    auto place = hn::Zero(dIndex);
    for (std::int64_t i = 1; i < count; ++i) {
        const auto next = hn::LoadU(d, x + i * stride);
        const auto isBetter = beats<extremum>(next, best);
        best = hn::IfThenElse(isBetter, next, best);
        place = hn::IfThenElse(hn::RebindMask(dIndex, isBetter), hn::Set(dIndex, std::int32_t(i)), place);
    }
    HWY_ALIGN std::int32_t places[HWY_MAX_BYTES / sizeof(std::int32_t)];
    hn::Store(place, dIndex, places);
    std::copy_n(places, hn::Lanes(d), index);
}

template <Extremum extremum>
HWY_INLINE void findInColumns(const float* x, std::int64_t* index, std::int64_t columns, std::int64_t count,
                              std::int64_t stride)
{
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t column = 0;
    for (; column + lanes <= columns; column += lanes)
        findInVector<extremum>(d, x + column, index + column, count, stride);
    for (; column < columns; ++column)
        findInVector<extremum>(hn::CappedTag<float, 1>(), x + column, index + column, count, stride);
}

/// Whether element @p a of @p x is found rather than @p b.
template <Extremum extremum>
bool isBefore(const float* x, std::int64_t a, std::int64_t b)
{
    const float left = x[a], right = x[b];
    if (std::isnan(left) || std::isnan(right))
        return std::isnan(left) && (!std::isnan(right) || a < b);
    return left == right ? a < b : (left > right) == (extremum == Extremum::Highest);
}

/// Each lane finds its own, the earliest of the best is the row's.
template <Extremum extremum>
std::int64_t findInRow(const float* x, std::int64_t size)
{
    const hn::ScalableTag<float> d;
    const hn::RebindToSigned<decltype(d)> dIndex;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    std::int64_t found = 0, i = 0;
    if (size >= lanes) {
        auto best = hn::LoadU(d, x);
        auto place = hn::Zero(dIndex);
        for (i = lanes; i + lanes <= size; i += lanes) {
            const auto next = hn::LoadU(d, x + i);
            const auto isBetter = beats<extremum>(next, best);
            best = hn::IfThenElse(isBetter, next, best);
            place = hn::IfThenElse(hn::RebindMask(dIndex, isBetter), hn::Set(dIndex, std::int32_t(i)), place);
        }
        HWY_ALIGN std::int32_t places[HWY_MAX_BYTES / sizeof(std::int32_t)];
        hn::Store(place, dIndex, places);
        found = places[0];
        for (std::int64_t lane = 1; lane < lanes; ++lane)
            found = isBefore<extremum>(x, places[lane] + lane, found) ? places[lane] + lane : found;
    }
    for (; i < size; ++i)
        found = isBefore<extremum>(x, i, found) ? i : found;
    return found;
}

void rowExtremumPass(Extremum extremum, const float* x, std::int64_t* index, std::int64_t rows, std::int64_t size)
{
    for (std::int64_t row = 0; row < rows; ++row, x += size)
        index[row] = extremum == Extremum::Highest ? findInRow<Extremum::Highest>(x, size)
                                                   : findInRow<Extremum::Lowest>(x, size);
}

void extremumPass(Extremum extremum, const float* x, std::int64_t* index, std::int64_t columns, std::int64_t count,
                  std::int64_t stride)
{
    if (extremum == Extremum::Highest)
        findInColumns<Extremum::Highest>(x, index, columns, count, stride);
    else
        findInColumns<Extremum::Lowest>(x, index, columns, count, stride);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(extremumPass);
HWY_EXPORT(rowExtremumPass);

void findExtremum(Extremum extremum, const float* x, std::int64_t* index, std::int64_t columns, std::int64_t count,
                  std::int64_t stride)
{
    HWY_DYNAMIC_DISPATCH(extremumPass)(extremum, x, index, columns, count, stride);
}

void findRowExtremum(Extremum extremum, const float* x, std::int64_t* index, std::int64_t rows, std::int64_t size)
{
    HWY_DYNAMIC_DISPATCH(rowExtremumPass)(extremum, x, index, rows, size);
}

} // namespace ql::ops
#endif
