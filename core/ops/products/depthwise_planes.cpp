// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/depthwise_planes.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/products/depthwise_planes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/ops/passes/finished.inc"

#ifndef QUANTLOUPE_DEPTHWISE_PLANE
#define QUANTLOUPE_DEPTHWISE_PLANE
namespace ql::ops {

/// What each tap of one plane reads, its weight, and where the results go.
struct DepthwisePlane {
    const ShiftedRows* rows;
    const float* weight;
    const float* bias;
    float* output;
    const FloatEpilogue* epilogue;
    float* across; ///< memory for the lines with their gaps, rounded up to whole vectors, or null: then line by line
};

/// Columns of all lines with their gaps, in whole vectors of any processor.
inline std::size_t acrossSize(const ShiftedRows& rows)
{
    return (static_cast<std::size_t>((rows.lines - 1) * rows.pitch + rows.width) + 15) / 16 * 16;
}

} // namespace ql::ops
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE V added(V a, V b)
{
    return hn::Add(a, b);
}

/// The same columns of four lines, which share each tap's weight and place.
template <class V>
struct FourLines {
    V first, second, third, fourth;
};
template <class V>
HWY_INLINE FourLines<V> added(const FourLines<V>& a, const FourLines<V>& b)
{
    return {hn::Add(a.first, b.first), hn::Add(a.second, b.second), hn::Add(a.third, b.third),
            hn::Add(a.fourth, b.fourth)};
}

/// Σ of @p taps products in blocks of four, then a pair, then a single one; @p load(tap) gives the product's vector.
template <class Load>
auto sumInFours(std::size_t taps, const Load& product)
{
    std::size_t tap = 0;
    auto sum = product(0);
    if (taps >= 4) {
        sum = added(added(added(sum, product(1)), product(2)), product(3));
        for (tap = 4; tap + 4 <= taps; tap += 4)
            sum = added(added(added(added(product(tap), product(tap + 1)), product(tap + 2)), product(tap + 3)), sum);
        if (tap + 2 <= taps) {
            sum = added(added(product(tap), product(tap + 1)), sum);
            tap += 2;
        }
    } else if (taps >= 2) {
        sum = added(sum, product(1));
        tap = 2;
    } else {
        tap = 1;
    }
    return tap < taps ? added(product(tap), sum) : sum;
}

/// Columns [begin, end) of one line, one vector at a time; gives where it stopped. kTaps is 0 where their number isn't
/// known beforehand.
template <std::size_t kTaps, class D>
std::size_t convolveColumns(D d, const DepthwisePlane& plane, const float* x, std::size_t begin, std::size_t end,
                            float* output)
{
    const auto* const offsets = plane.rows->offsets.data();
    const auto* const weight = plane.weight;
    const auto epilogue = *plane.epilogue; // a copy: what is written can't change it
    std::size_t column = begin;
    const auto advance = [&](std::size_t taps, const auto& factor) {
        for (; column + hn::Lanes(d) <= end; column += hn::Lanes(d)) {
            auto sum = sumInFours(
                taps, [&](std::size_t tap) { return hn::Mul(factor(tap), hn::LoadU(d, x + offsets[tap] + column)); });
            if (plane.bias)
                sum = hn::Add(sum, hn::Set(d, *plane.bias));
            hn::StoreU(finished(d, sum, epilogue, column), d, output + column);
        }
    };
    if constexpr (kTaps > 0) {
        hn::Vec<D> factors[kTaps];
        for (std::size_t tap = 0; tap < kTaps; ++tap)
            factors[tap] = hn::Set(d, weight[tap]);
        advance(kTaps, [&](std::size_t tap) { return factors[tap]; });
    } else {
        advance(plane.rows->offsets.size(), [&](std::size_t tap) { return hn::Set(d, weight[tap]); });
    }
    return column;
}

template <std::size_t kTaps>
void convolveLine(const DepthwisePlane& plane, const float* x, std::size_t width, float* output)
{
    const hn::ScalableTag<float> d;
    std::size_t column = convolveColumns<kTaps>(d, plane, x, 0, width, output);
    if (column < width && width >= hn::Lanes(d)) { // the last vector overlaps with the one before it
        convolveColumns<kTaps>(d, plane, x, width - hn::Lanes(d), width, output);
        return;
    }
    column = convolveColumns<kTaps>(hn::CappedTag<float, 4>(), plane, x, column, width, output);
    convolveColumns<kTaps>(hn::CappedTag<float, 1>(), plane, x, column, width, output);
}

/// One vector of columns of four lines.
template <class D>
HWY_INLINE void convolveFour(D d, const DepthwisePlane& plane, const FloatEpilogue& epilogue, const float* x,
                             float* output)
{
    const auto* const offsets = plane.rows->offsets.data();
    const auto* const weight = plane.weight;
    const auto pitch = plane.rows->pitch, width = plane.rows->width;
    const auto product = [&](std::size_t tap) HWY_ATTR {
        const auto factor = hn::Set(d, weight[tap]);
        const float* const from = x + offsets[tap];
        const auto of = [&](std::int64_t line) HWY_ATTR { return hn::Mul(factor, hn::LoadU(d, from + line * pitch)); };
        return FourLines<hn::Vec<D>>{of(0), of(1), of(2), of(3)};
    };
    const auto sums = sumInFours(plane.rows->offsets.size(), product);
    const auto store = [&](std::int64_t line, auto sum) HWY_ATTR {
        if (plane.bias)
            sum = hn::Add(sum, hn::Set(d, *plane.bias));
        hn::StoreU(finished(d, sum, epilogue, 0), d, output + line * width);
    };
    store(0, sums.first);
    store(1, sums.second);
    store(2, sums.third);
    store(3, sums.fourth);
}

/// Lines by four as long as there are as many, at least a vector wide; how many were done.
std::int64_t convolveByFour(const DepthwisePlane& plane)
{
    const hn::ScalableTag<float> d;
    const auto& rows = *plane.rows;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (rows.width < lanes)
        return 0;
    const auto epilogue = *plane.epilogue; // a copy: what is written can't change it
    std::int64_t line = 0;
    for (; line + 4 <= rows.lines; line += 4) {
        const float* const x = rows.x + line * rows.pitch;
        float* const output = plane.output + line * rows.width;
        for (std::int64_t column = 0; column < rows.width; column += lanes) {
            const auto at = std::min(column, rows.width - lanes); // the last vector overlaps with the one before it
            convolveFour(d, plane, epilogue, x + at, output + at);
        }
    }
    return line;
}

template <std::size_t kTaps>
void convolveLines(const DepthwisePlane& plane)
{
    const auto& rows = *plane.rows;
    if (plane.across)
        convolveLine<kTaps>(plane, rows.x, acrossSize(rows), plane.across);
    for (auto line = plane.across ? 0 : convolveByFour(plane); line < rows.lines; ++line) {
        float* const output = plane.output + line * rows.width;
        if (plane.across)
            std::copy_n(plane.across + line * rows.pitch, rows.width, output);
        else
            convolveLine<kTaps>(plane, rows.x + line * rows.pitch, static_cast<std::size_t>(rows.width), output);
    }
}

void convolvePlane(const DepthwisePlane& plane)
{
    plane.rows->offsets.size() == 9 ? convolveLines<9>(plane) : convolveLines<0>(plane);
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(convolvePlane);

namespace {

constexpr std::int64_t kNarrow = 16; ///< columns: a vector

bool isAcross(const ShiftedRows& rows)
{
    return rows.width < kNarrow
           && acrossSize(rows) + static_cast<std::size_t>(std::ranges::max(rows.offsets)) <= rows.readable;
}

} // namespace

void convolveDepthwise(const float* input, const float* weight, const float* bias, float* output, std::int64_t samples,
                       std::int64_t channels, const PlaneWindow& window, const FloatEpilogue& epilogue,
                       PlanesCache* known)
{
    if (isDepthwise3x3(window))
        return convolveDepthwise3x3(input, weight, bias, output, samples, channels, window, epilogue);
    const auto taps = window.kernel[0] * window.kernel[1];
    const auto planes = known ? known->of(window) : std::make_shared<const ShiftedPlanes>(window);
    const auto products = samples * channels * taps * window.output[0] * window.output[1];
    forEachPart(samples * channels, products, [&](std::int64_t begin, std::int64_t end) {
        const auto scratch = std::make_unique_for_overwrite<float[]>(planes->scratchSize());
        std::vector<float> across;
        for (auto i = begin; i < end; ++i) {
            const auto channel = i % channels;
            const auto rows = planes->rows(input + i * window.input[0] * window.input[1], scratch.get());
            if (isAcross(rows))
                across.resize(acrossSize(rows));
            HWY_DYNAMIC_DISPATCH(convolvePlane)
            ({&rows, weight + channel * taps, bias ? bias + channel : nullptr,
              output + i * window.output[0] * window.output[1], &epilogue, across.empty() ? nullptr : across.data()});
        }
    });
}

} // namespace ql::ops
#endif
