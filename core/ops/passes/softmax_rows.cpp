// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/rows.h"

#include <algorithm>
#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/passes/softmax_rows.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "core/ops/passes/for_each_vector.inc"
#include "core/ops/passes/smooth_functions.inc"

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// NaN is passed over.
HWY_INLINE float greatestOf(const float* x, std::size_t size)
{
    const hn::ScalableTag<float> d;
    auto greatest = hn::Set(d, x[0]);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) {
        const auto next = hn::LoadU(d, x + i);
        greatest = hn::IfThenElse(hn::Gt(next, greatest), next, greatest);
    }
    float result = hn::GetLane(hn::MaxOfLanes(d, greatest));
    for (; i < size; ++i)
        result = x[i] > result ? x[i] : result;
    return result;
}

/// y = e^(x - greatest), and their sum.
HWY_INLINE float exponentials(const float* x, float* y, std::size_t size, float greatest)
{
    const hn::ScalableTag<float> d;
    auto sums = hn::Zero(d);
    float rest = 0.0f;
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) {
        const auto power = exponential(d, hn::Sub(hn::LoadU(d, x + i), hn::Set(d, greatest)));
        sums = hn::Add(sums, power);
        hn::StoreU(power, d, y + i);
    }
    forEachVector(size - i, [x = x + i, y = y + i, greatest](auto part, std::size_t at) HWY_ATTR {
        const auto off = hn::Sub(hn::LoadU(part, x + at), hn::Set(part, greatest));
        hn::StoreU(exponential(part, off), part, y + at);
    });
    for (; i < size; ++i)
        rest += y[i];
    return hn::GetLane(hn::SumOfLanes(d, sums)) + rest;
}

constexpr std::size_t kShortRow = 16;        ///< elements, below which vectors would stay empty
constexpr std::size_t kElementsAtOnce = 512; ///< of short rows; no fewer than one row has

/// Short rows as one line of numbers, as box detectors make of a class and its opposite.
void shortRowsPass(const float* x, float* y, std::size_t rows, std::size_t size)
{
    float sums[kElementsAtOnce]; // of each element's row
    for (std::size_t begin = 0; begin < rows; begin += kElementsAtOnce / size) {
        const std::size_t count = std::min(kElementsAtOnce / size, rows - begin) * size;
        const float* const source = x + begin * size;
        float* const target = y + begin * size;
        for (std::size_t row = 0; row < count; row += size) {
            const float greatest = *std::max_element(source + row, source + row + size);
            for (std::size_t i = row; i < row + size; ++i)
                target[i] = source[i] - greatest;
        }
        forEachVector(count, [target](auto d, std::size_t i)
                                 HWY_ATTR { hn::StoreU(exponential(d, hn::LoadU(d, target + i)), d, target + i); });
        for (std::size_t row = 0; row < count; row += size)
            std::fill_n(sums + row, size, std::accumulate(target + row, target + row + size, 0.0f));
        forEachVector(count, [target, &sums](auto d, std::size_t i) HWY_ATTR {
            hn::StoreU(hn::Div(hn::LoadU(d, target + i), hn::LoadU(d, sums + i)), d, target + i);
        });
    }
}

void softmaxPass(const float* x, float* y, std::size_t rows, std::size_t size)
{
    if (size < kShortRow)
        return shortRowsPass(x, y, rows, size);
    for (std::size_t row = 0; row < rows; ++row, x += size, y += size) {
        const float sum = exponentials(x, y, size, greatestOf(x, size));
        forEachVector(size, [y, sum](auto d, std::size_t i)
                                HWY_ATTR { hn::StoreU(hn::Div(hn::LoadU(d, y + i), hn::Set(d, sum)), d, y + i); });
    }
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(softmaxPass);

void softmaxRows(const float* x, float* y, std::size_t rows, std::size_t size)
{
    HWY_DYNAMIC_DISPATCH(softmaxPass)(x, y, rows, size);
}

} // namespace ql::ops
#endif
