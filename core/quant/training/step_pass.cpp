// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/step_pass.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/quant/training/step_pass.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#ifndef QUANTLOUPE_STEP_PIECE
#define QUANTLOUPE_STEP_PIECE
namespace ql::quant {

/// Numbers of one channel.
struct StepPiece {
    const float* x;
    std::size_t size;
    float scale;
    float zero;
    float lowest;
    float highest;
};

/// What their derivatives are made of and go to.
struct StepSlopes {
    const float* by;
    float* byX;
    float below; ///< by which a result at the lowest integer changes with the scale
    float above;
};

} // namespace ql::quant
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::quant::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
struct StepVectors {
    using V = hn::Vec<D>;

    HWY_INLINE StepVectors(D d, const StepPiece& piece)
        : scale(hn::Set(d, piece.scale))
        , zero(hn::Set(d, piece.zero))
        , lowest(hn::Set(d, piece.lowest))
        , highest(hn::Set(d, piece.highest))
    {
    }

    HWY_INLINE V integers(V steps) const { return hn::Add(hn::Round(steps), zero); }

    V scale, zero, lowest, highest;
};

template <class D>
HWY_INLINE void quantizeVector(D d, const StepPiece& piece, std::size_t i, float* HWY_RESTRICT y)
{
    const StepVectors<D> grid(d, piece);
    const auto integers = grid.integers(hn::Div(hn::LoadU(d, piece.x + i), grid.scale));
    const auto raised = hn::IfThenElse(hn::Lt(integers, grid.lowest), grid.lowest, integers); // NaN stays
    const auto clamped = hn::IfThenElse(hn::Gt(raised, grid.highest), grid.highest, raised);
    hn::StoreU(hn::Mul(hn::Sub(clamped, grid.zero), grid.scale), d, y + i);
}

void quantizePiece(const StepPiece& piece, float* HWY_RESTRICT y)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= piece.size; i += hn::Lanes(d))
        quantizeVector(d, piece, i, y);
    for (; i < piece.size; ++i)
        quantizeVector(one, piece, i, y);
}

/// Adds to the sums what the numbers at @p i give.
template <class D, class V>
HWY_INLINE void differentiateVector(D d, const StepPiece& piece, const StepSlopes& slopes, std::size_t i, V& byScale,
                                    V& byOffset)
{
    const StepVectors<D> grid(d, piece);
    const auto steps = hn::Div(hn::LoadU(d, piece.x + i), grid.scale);
    const auto integers = grid.integers(steps);
    const auto isBelow = hn::Lt(integers, grid.lowest), isAbove = hn::Gt(integers, grid.highest);
    const auto by = hn::LoadU(d, slopes.by + i);
    const auto rounding = hn::Sub(hn::Sub(integers, grid.zero), steps);
    const auto slope =
        hn::IfThenElse(isBelow, hn::Set(d, slopes.below), hn::IfThenElse(isAbove, hn::Set(d, slopes.above), rounding));
    const auto isBeyond = hn::Or(isBelow, isAbove);
    hn::StoreU(hn::IfThenZeroElse(isBeyond, by), d, slopes.byX + i);
    byScale = hn::MulAdd(by, slope, byScale);
    byOffset = hn::Add(byOffset, hn::IfThenElseZero(isBeyond, by));
}

StepSums differentiatePiece(const StepPiece& piece, const StepSlopes& slopes)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    auto byScale = hn::Zero(d), byOffset = hn::Zero(d);
    auto restByScale = hn::Zero(one), restByOffset = hn::Zero(one);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= piece.size; i += hn::Lanes(d))
        differentiateVector(d, piece, slopes, i, byScale, byOffset);
    for (; i < piece.size; ++i)
        differentiateVector(one, piece, slopes, i, restByScale, restByOffset);
    return {double(hn::GetLane(hn::SumOfLanes(d, byScale))) + double(hn::GetLane(restByScale)),
            double(hn::GetLane(hn::SumOfLanes(d, byOffset))) + double(hn::GetLane(restByOffset))};
}

} // namespace ql::quant::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::quant {

HWY_EXPORT(quantizePiece);
HWY_EXPORT(differentiatePiece);

namespace {

constexpr std::int64_t kPiece = 4096;         ///< numbers: sums in float32 stay exact enough
constexpr std::int64_t kProductsPerStep = 16; ///< a division and some more

std::int64_t piecesPerChannel(const StepRows& rows)
{
    return (rows.size + kPiece - 1) / kPiece;
}

/// Calls @p body(place, channel, begin, piece), @p begin being that of the piece among all numbers.
template <typename Body>
void forEachPiece(const StepRows& rows, const Body& body)
{
    const auto perChannel = piecesPerChannel(rows);
    ops::forEachPart(rows.channels * perChannel, rows.channels * rows.size * kProductsPerStep,
                     [&](std::int64_t begin, std::int64_t end) {
                         for (auto place = begin; place < end; ++place) {
                             const auto channel = place / perChannel, first = place % perChannel * kPiece;
                             const auto start = channel * rows.size + first;
                             body(place, channel, start,
                                  StepPiece{rows.x + start, std::size_t(std::min(kPiece, rows.size - first)),
                                            rows.scales[channel], rows.zeroPoints[channel], rows.lowest, rows.highest});
                         }
                     });
}

} // namespace

void quantizeRows(const StepRows& rows, float* y)
{
    forEachPiece(rows, [&](std::int64_t, std::int64_t, std::int64_t start, const StepPiece& piece) {
        HWY_DYNAMIC_DISPATCH(quantizePiece)(piece, y + start);
    });
}

void differentiateRows(const StepRows& rows, const float* by, const float* origin, float* byX, StepSums* sums)
{
    const auto perChannel = piecesPerChannel(rows);
    std::vector<StepSums> parts(std::size_t(rows.channels * perChannel));
    forEachPiece(rows, [&](std::int64_t place, std::int64_t channel, std::int64_t start, const StepPiece& piece) {
        const StepSlopes slopes{by + start, byX + start, rows.lowest - origin[channel], rows.highest - origin[channel]};
        parts[std::size_t(place)] = HWY_DYNAMIC_DISPATCH(differentiatePiece)(piece, slopes);
    });
    for (std::int64_t channel = 0; channel < rows.channels; ++channel) {
        sums[channel] = {};
        for (auto place = channel * perChannel; place < (channel + 1) * perChannel; ++place) {
            sums[channel].byScale += parts[std::size_t(place)].byScale;
            sums[channel].byOffset += parts[std::size_t(place)].byOffset;
        }
    }
}

} // namespace ql::quant
#endif
