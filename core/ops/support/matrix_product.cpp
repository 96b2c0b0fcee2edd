// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/matrix_product.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/support/matrix_product.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Operands from the block's first row and column on.
struct Block {
    const float* x;
    const float* w;
    const float* bias;
    float* y;
    std::size_t depth;
    std::size_t columns; ///< from one row of w and y to the next
};

/// kRows × kVectors results in registers.
template <std::size_t kRows, std::size_t kVectors, class D>
void multiplyBlock(D d, const Block& block)
{
    const std::size_t lanes = hn::Lanes(d);
    hn::Vec<D> sums[kRows][kVectors];
    for (auto& row : sums)
        for (auto& sum : row)
            sum = hn::Zero(d);
    const float* w = block.w;
    for (std::size_t k = 0; k < block.depth; ++k, w += block.columns) {
        hn::Vec<D> values[kVectors];
        for (std::size_t v = 0; v < kVectors; ++v)
            values[v] = hn::LoadU(d, w + v * lanes);
        for (std::size_t row = 0; row < kRows; ++row) {
            const auto factor = hn::Set(d, block.x[row * block.depth + k]);
            for (std::size_t v = 0; v < kVectors; ++v)
                sums[row][v] = hn::MulAdd(factor, values[v], sums[row][v]);
        }
    }
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t v = 0; v < kVectors; ++v) {
            const auto sum = block.bias ? hn::Add(sums[row][v], hn::LoadU(d, block.bias + v * lanes)) : sums[row][v];
            hn::StoreU(sum, d, block.y + row * block.columns + v * lanes);
        }
}

/// Columns [begin, end) of kRows rows, as many vectors at a time as there are.
template <std::size_t kRows>
void multiplyColumns(const Block& rows, std::size_t begin, std::size_t end)
{
    const hn::CappedTag<float, 16> d;
    const hn::CappedTag<float, 4> few;
    const hn::CappedTag<float, 1> one;
    std::size_t column = begin;
    const auto advance = [&](auto tag, auto vectors) {
        constexpr std::size_t kVectors = decltype(vectors)::value;
        for (; column + kVectors * hn::Lanes(tag) <= end; column += kVectors * hn::Lanes(tag))
            multiplyBlock<kRows, kVectors>(tag, {rows.x, rows.w + column, rows.bias ? rows.bias + column : nullptr,
                                                 rows.y + column, rows.depth, rows.columns});
    };
    // Sums are added one after the other, so it takes eight at a time to keep the processor busy.
    if constexpr (kRows == 1)
        advance(d, std::integral_constant<std::size_t, 8>());
    advance(d, std::integral_constant<std::size_t, 2>());
    advance(d, std::integral_constant<std::size_t, 1>());
    advance(few, std::integral_constant<std::size_t, 1>());
    advance(one, std::integral_constant<std::size_t, 1>());
}

/// Columns [begin, end) of @p count rows.
void multiplyRows(const Block& all, std::size_t count, std::size_t begin, std::size_t end)
{
    std::size_t row = 0;
    const auto advance = [&](auto rows) {
        constexpr std::size_t kRows = decltype(rows)::value;
        for (; row + kRows <= count; row += kRows)
            multiplyColumns<kRows>(
                {all.x + row * all.depth, all.w, all.bias, all.y + row * all.columns, all.depth, all.columns}, begin,
                end);
    };
#if HWY_TARGET <= HWY_AVX3
    advance(std::integral_constant<std::size_t, 12>());
#endif
    advance(std::integral_constant<std::size_t, 6>());
    advance(std::integral_constant<std::size_t, 3>());
    advance(std::integral_constant<std::size_t, 1>());
}

void multiplyPart(const float* x, const float* w, const float* bias, float* y, const MatrixSizes& sizes,
                  std::int64_t begin, std::int64_t end)
{
    multiplyRows({x, w, bias, y, static_cast<std::size_t>(sizes.depth), static_cast<std::size_t>(sizes.columns)},
                 static_cast<std::size_t>(sizes.rows), static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(multiplyPart);

void multiplyMatrices(const float* x, const float* w, const float* bias, float* y, const MatrixSizes& sizes)
{
    constexpr std::int64_t kStrip = 128; ///< columns whose part of w stays in the second cache from rows to rows
    const auto products = sizes.rows * sizes.depth * sizes.columns;
    forEachPart((sizes.columns + kStrip - 1) / kStrip, products, [&](std::int64_t begin, std::int64_t end) {
        for (auto strip = begin; strip < end; ++strip)
            HWY_DYNAMIC_DISPATCH(multiplyPart)
        (x, w, bias, y, sizes, strip * kStrip, std::min((strip + 1) * kStrip, sizes.columns));
    });
}

} // namespace ql::ops
#endif
