// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/line_sums.h"

#include <algorithm>
#include <cmath>

// Highway compiles the part below once per instruction set and picks one when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/analysis/measure/line_sums.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#ifndef QUANTLOUPE_LINE_SEGMENT
#define QUANTLOUPE_LINE_SEGMENT
namespace ql::analysis {

/// A part of a line, and where its sums go; those of columns only where there is a place for them.
struct LineSegment {
    const float* x = nullptr;
    const float* y = nullptr;
    std::size_t length = 0;
    double* columnSum = nullptr;
    double* columnSignal = nullptr;
    double* columnError = nullptr;
};

struct SegmentSums {
    double sum = 0.0;
    double signal = 0.0;
    double error = 0.0;
};

} // namespace ql::analysis
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::analysis::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <bool WithColumns>
SegmentSums sumSegment(const LineSegment& segment)
{
    const hn::ScalableTag<double> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    const std::size_t lanes = hn::Lanes(wide);
    auto sum = hn::Zero(wide), signal = hn::Zero(wide), error = hn::Zero(wide);
    std::size_t i = 0;
    for (; i + lanes <= segment.length; i += lanes) {
        const auto x = hn::PromoteTo(wide, hn::LoadU(narrow, segment.x + i));
        const auto difference = hn::Sub(hn::PromoteTo(wide, hn::LoadU(narrow, segment.y + i)), x);
        sum = hn::Add(sum, x);
        signal = hn::MulAdd(x, x, signal);
        error = hn::MulAdd(difference, difference, error);
        if constexpr (WithColumns) {
            hn::StoreU(hn::Add(hn::LoadU(wide, segment.columnSum + i), x), wide, segment.columnSum + i);
            hn::StoreU(hn::MulAdd(x, x, hn::LoadU(wide, segment.columnSignal + i)), wide, segment.columnSignal + i);
            hn::StoreU(hn::MulAdd(difference, difference, hn::LoadU(wide, segment.columnError + i)), wide,
                       segment.columnError + i);
        }
    }
    SegmentSums sums{hn::GetLane(hn::SumOfLanes(wide, sum)), hn::GetLane(hn::SumOfLanes(wide, signal)),
                     hn::GetLane(hn::SumOfLanes(wide, error))};
    for (; i < segment.length; ++i) {
        const double x = segment.x[i];
        const double difference = double(segment.y[i]) - x;
        sums.sum += x;
        sums.signal += x * x;
        sums.error += difference * difference;
        if constexpr (WithColumns) {
            segment.columnSum[i] += x;
            segment.columnSignal[i] += x * x;
            segment.columnError[i] += difference * difference;
        }
    }
    return sums;
}

SegmentSums sumSegmentOfLine(const LineSegment& segment)
{
    return sumSegment<false>(segment);
}

SegmentSums sumSegmentOfBoth(const LineSegment& segment)
{
    return sumSegment<true>(segment);
}

} // namespace ql::analysis::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::analysis {

HWY_EXPORT(sumSegmentOfLine);
HWY_EXPORT(sumSegmentOfBoth);

namespace {

constexpr std::size_t kTile = 1 << 10; ///< columns, whose sums stay in the nearest cache

constexpr float kNothingLeft = 104.0F; ///< the least float32 that isn't 0 is e^-103.3

/// How a tensor is divided into what shares one: `outer` times `inner` groups of `count` elements, `inner` apart.
struct Groups {
    std::size_t outer = 1;
    std::size_t count = 1;
    std::size_t inner = 1;
};

Groups groupsOf(const graph::Shape& shape, const SharedOut& softmax)
{
    const auto rank = std::int64_t(shape.size());
    const auto axis = softmax.axis < 0 ? softmax.axis + rank : softmax.axis;
    Groups groups;
    for (std::int64_t i = 0; i < rank; ++i) {
        const bool isShared = i == axis || (softmax.reachesToTheEnd && i > axis);
        (i < axis ? groups.outer : isShared ? groups.count : groups.inner) *= std::size_t(shape[std::size_t(i)]);
    }
    return groups;
}

/// False once an element is masked or not finite: then nothing of @p sums counts.
bool sumFinite(const float* x, const float* y, const Lines& shape, bool withColumns, LineSums& sums)
{
    constexpr double kMostSignal = double(kMaskedFrom) * double(kMaskedFrom);
    for (std::size_t outer = 0; outer < shape.outer; ++outer)
        for (std::size_t begin = 0; begin < shape.columns; begin += kTile)
            for (std::size_t line = 0; line < shape.lines; ++line) {
                const auto from = (outer * shape.lines + line) * shape.columns + begin;
                LineSegment segment{x + from, y + from, std::min(kTile, shape.columns - begin)};
                if (withColumns) {
                    const auto column = outer * shape.columns + begin;
                    segment.columnSum = sums.columns.sum.data() + column;
                    segment.columnSignal = sums.columns.signal.data() + column;
                    segment.columnError = sums.columns.error.data() + column;
                }
                const auto found = withColumns ? HWY_DYNAMIC_DISPATCH(sumSegmentOfBoth)(segment)
                                               : HWY_DYNAMIC_DISPATCH(sumSegmentOfLine)(segment);
                if (!(found.signal < kMostSignal && std::isfinite(found.error)))
                    return false;
                sums.lines.sum[line] += found.sum;
                sums.lines.signal[line] += found.signal;
                sums.lines.error[line] += found.error;
            }
    return true;
}

void addElement(GroupSums& groups, std::size_t group, double x, double y)
{
    const bool isMasked = std::isfinite(x) && std::abs(x) >= double(kMaskedFrom); // whatever becomes of it
    if (!isMasked && std::isfinite(x) != std::isfinite(y))
        ++groups.broken[group];
    if (isMasked || !std::isfinite(x) || !std::isfinite(y)) {
        ++groups.leftOut[group];
        return;
    }
    groups.sum[group] += x;
    groups.signal[group] += x * x;
    groups.error[group] += (y - x) * (y - x);
}

GroupSums emptyCounted(std::size_t groups)
{
    GroupSums sums(groups);
    sums.leftOut.resize(groups);
    sums.broken.resize(groups);
    return sums;
}

LineSums sumEachElement(const float* x, const float* y, const Lines& shape, bool withColumns)
{
    LineSums sums{emptyCounted(shape.lines), emptyCounted(withColumns ? shape.outer * shape.columns : 0)};
    std::size_t i = 0;
    for (std::size_t outer = 0; outer < shape.outer; ++outer)
        for (std::size_t line = 0; line < shape.lines; ++line)
            for (std::size_t column = 0; column < shape.columns; ++column, ++i) {
                addElement(sums.lines, line, x[i], y[i]);
                if (withColumns)
                    addElement(sums.columns, outer * shape.columns + column, x[i], y[i]);
            }
    return sums;
}

} // namespace

LineSums sumLines(const float* x, const float* y, const Lines& shape, bool withColumns)
{
    LineSums sums{GroupSums(shape.lines), GroupSums(withColumns ? shape.outer * shape.columns : 0)};
    return sumFinite(x, y, shape, withColumns, sums) ? sums : sumEachElement(x, y, shape, withColumns);
}

std::vector<float> withMasksMarked(const float* x, const float* y, const graph::Shape& shape, const SharedOut& softmax)
{
    const auto groups = groupsOf(shape, softmax);
    std::vector<float> marked;
    for (std::size_t group = 0; group < groups.outer * groups.inner; ++group) {
        const auto first = group / groups.inner * groups.count * groups.inner + group % groups.inner;
        float mostX = x[first], mostY = y[first];
        for (std::size_t i = 1; i < groups.count; ++i) {
            mostX = std::max(mostX, x[first + i * groups.inner]);
            mostY = std::max(mostY, y[first + i * groups.inner]);
        }
        for (std::size_t i = 0; i < groups.count; ++i) {
            const auto at = first + i * groups.inner;
            if (!(x[at] < mostX - kNothingLeft) || !(y[at] < mostY - kNothingLeft))
                continue;
            if (marked.empty())
                marked.assign(x, x + groups.outer * groups.count * groups.inner);
            marked[at] = kMaskedFrom;
        }
    }
    return marked;
}

} // namespace ql::analysis
#endif
