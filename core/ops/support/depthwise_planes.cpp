// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/depthwise_planes.h"

#include <cstddef>
#include <vector>

// Compiled without contraction of products and sums (see CMakeLists.txt): they are rounded one by one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/support/depthwise_planes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Σ of @p taps products in blocks of four, then a pair, then a single one; @p load(tap) gives the product's vector.
template <class Load>
auto sumInFours(std::size_t taps, const Load& product)
{
    std::size_t tap = 0;
    auto sum = product(0);
    if (taps >= 4) {
        sum = hn::Add(hn::Add(hn::Add(sum, product(1)), product(2)), product(3));
        for (tap = 4; tap + 4 <= taps; tap += 4)
            sum = hn::Add(hn::Add(hn::Add(hn::Add(product(tap), product(tap + 1)), product(tap + 2)), product(tap + 3)),
                          sum);
        if (tap + 2 <= taps) {
            sum = hn::Add(hn::Add(product(tap), product(tap + 1)), sum);
            tap += 2;
        }
    } else if (taps >= 2) {
        sum = hn::Add(sum, product(1));
        tap = 2;
    } else {
        tap = 1;
    }
    return tap < taps ? hn::Add(product(tap), sum) : sum;
}

/// Output columns [begin, end) of one row, one vector at a time; returns where it stopped.
template <class D, class Load>
std::size_t convolveColumns(D d, std::size_t begin, std::size_t end, std::size_t taps, const float* weight, float bias,
                            bool hasBias, float* output, const Load& load)
{
    std::size_t column = begin;
    for (; column + hn::Lanes(d) <= end; column += hn::Lanes(d)) {
        auto sum =
            sumInFours(taps, [&](std::size_t tap) { return hn::Mul(hn::Set(d, weight[tap]), load(d, tap, column)); });
        if (hasBias)
            sum = hn::Add(sum, hn::Set(d, bias));
        hn::StoreU(sum, d, output + column);
    }
    return column;
}

/// One output row. @p taps point at each tap's element for the first output column; @p readable is how many elements
/// may be read from the last of them.
void convolveRow(const float* const* taps, std::size_t tapCount, const float* weight, float bias, bool hasBias,
                 std::size_t stride, std::size_t columns, std::size_t readable, float* output)
{
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    std::size_t done = 0;
    if (stride == 1) {
        done = convolveColumns(
            d, 0, columns, tapCount, weight, bias, hasBias, output,
            [&](auto tag, std::size_t tap, std::size_t column) { return hn::LoadU(tag, taps[tap] + column); });
    } else if (stride == 2) {
        // Reads pairs, of which the last one's second half may lie beyond the input.
        const std::size_t safe = readable / 2 < columns ? readable / 2 : columns;
        done = convolveColumns(d, 0, safe, tapCount, weight, bias, hasBias, output,
                               [&](auto tag, std::size_t tap, std::size_t column) {
                                   auto even = hn::Zero(tag), odd = hn::Zero(tag);
                                   hn::LoadInterleaved2(tag, taps[tap] + 2 * column, even, odd);
                                   return even;
                               });
    }
    convolveColumns(
        one, done, columns, tapCount, weight, bias, hasBias, output,
        [&](auto tag, std::size_t tap, std::size_t column) { return hn::Set(tag, taps[tap][stride * column]); });
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(convolveRow);

namespace {

constexpr std::int64_t kOneThreadBelowProducts = 1 << 18;

/// One plane; @p end is the end of the whole input, which vectors may not cross.
void convolvePlane(const float* input, const float* end, const float* weight, const float* bias, float* output,
                   const DepthwiseSizes& sizes)
{
    const auto tapCount = static_cast<std::size_t>(sizes.kernelRows * sizes.kernelColumns);
    std::vector<const float*> taps(tapCount);
    for (std::int64_t row = 0; row < sizes.outputRows; ++row) {
        std::size_t tap = 0;
        for (std::int64_t i = 0; i < sizes.kernelRows; ++i)
            for (std::int64_t j = 0; j < sizes.kernelColumns; ++j)
                taps[tap++] = input + (row * sizes.rowStride + i * sizes.rowDilation) * sizes.inputColumns
                              + j * sizes.columnDilation;
        HWY_DYNAMIC_DISPATCH(convolveRow)
        (taps.data(), tapCount, weight, bias ? *bias : 0.0f, bias != nullptr,
         static_cast<std::size_t>(sizes.columnStride), static_cast<std::size_t>(sizes.outputColumns),
         static_cast<std::size_t>(end - taps.back()), output + row * sizes.outputColumns);
    }
}

} // namespace

void convolveDepthwise(const float* input, const float* weight, const float* bias, float* output,
                       const DepthwiseSizes& sizes)
{
    const std::int64_t inputPlane = sizes.inputRows * sizes.inputColumns;
    const std::int64_t outputPlane = sizes.outputRows * sizes.outputColumns;
    const std::int64_t taps = sizes.kernelRows * sizes.kernelColumns;
    const float* end = input + sizes.planes * inputPlane;
    const bool isLarge = sizes.planes * outputPlane * taps >= kOneThreadBelowProducts;
#pragma omp parallel for schedule(static) if (isLarge)
    for (std::int64_t plane = 0; plane < sizes.planes; ++plane) {
        const std::int64_t channel = plane % sizes.channels;
        convolvePlane(input + plane * inputPlane, end, weight + channel * taps, bias ? bias + channel : nullptr,
                      output + plane * outputPlane, sizes);
    }
}

} // namespace ql::ops
#endif
