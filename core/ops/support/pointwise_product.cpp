// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/pointwise_product.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/support/pointwise_product.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kTileColumns = 32;

/// kRows × 32 results in registers. @p panel is x packed by tile: depth rows of 32 columns.
template <std::size_t kRows>
HWY_INLINE void multiplyTile(const float* HWY_RESTRICT weight, std::size_t depth, const float* HWY_RESTRICT panel,
                             const float* bias, float* HWY_RESTRICT tile)
{
    const hn::CappedTag<float, 16> d;
    constexpr std::size_t kVectors = kTileColumns / hn::MaxLanes(hn::CappedTag<float, 16>());
    const std::size_t lanes = hn::Lanes(d);
    using Vector = hn::Vec<decltype(d)>;
    // Half a tile at a time where 32 columns of kRows would not fit the registers.
    constexpr std::size_t kTogether = std::min<std::size_t>(kVectors, 2);
    for (std::size_t first = 0; first < kVectors; first += kTogether) {
        Vector sums[kRows][kTogether];
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t v = 0; v < kTogether; ++v)
                sums[row][v] = hn::Zero(d);
        for (std::size_t k = 0; k < depth; ++k) {
            Vector values[kTogether];
            for (std::size_t v = 0; v < kTogether; ++v)
                values[v] = hn::LoadU(d, panel + k * kTileColumns + (first + v) * lanes);
            for (std::size_t row = 0; row < kRows; ++row) {
                const auto factor = hn::Set(d, weight[row * depth + k]);
                for (std::size_t v = 0; v < kTogether; ++v)
                    sums[row][v] = hn::MulAdd(factor, values[v], sums[row][v]);
            }
        }
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t v = 0; v < kTogether; ++v) {
                const auto sum = bias ? hn::Add(sums[row][v], hn::Set(d, bias[row])) : sums[row][v];
                hn::StoreU(sum, d, tile + row * kTileColumns + (first + v) * lanes);
            }
    }
}

/// @p rows rows of one tile: as many as fit the registers at a time. @p tile holds rows × 32 results.
void multiplyRows(const float* weight, std::size_t rows, std::size_t depth, const float* panel, const float* bias,
                  float* tile)
{
    std::size_t row = 0;
    const auto advance = [&](auto count) {
        constexpr std::size_t kRows = decltype(count)::value;
        for (; row + kRows <= rows; row += kRows)
            multiplyTile<kRows>(weight + row * depth, depth, panel, bias ? bias + row : nullptr,
                                tile + row * kTileColumns);
    };
#if HWY_TARGET <= HWY_AVX3
    advance(std::integral_constant<std::size_t, 12>());
#endif
    advance(std::integral_constant<std::size_t, 6>());
    advance(std::integral_constant<std::size_t, 2>());
    advance(std::integral_constant<std::size_t, 1>());
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(multiplyRows);

namespace {

constexpr std::size_t kColumns = 32;
constexpr std::size_t kRowsAtOnce = 48;
constexpr std::int64_t kOneThreadBelowProducts = 1 << 18;

/// Copies 32 columns of x into one panel, zeros beyond the last column.
void pack(const float* x, std::size_t depth, std::size_t columns, std::size_t first, std::vector<float>& panel)
{
    const std::size_t width = std::min(kColumns, columns - first);
    panel.resize(depth * kColumns);
    for (std::size_t k = 0; k < depth; ++k) {
        const float* source = x + k * columns + first;
        float* target = panel.data() + k * kColumns;
        std::copy(source, source + width, target);
        std::fill(target + width, target + kColumns, 0.0f);
    }
}

} // namespace

void multiplyPointwise(const float* weight, const float* x, const float* bias, float* y, const ProductSizes& sizes)
{
    const auto rows = static_cast<std::size_t>(sizes.rows);
    const auto columns = static_cast<std::size_t>(sizes.columns);
    const auto depth = static_cast<std::size_t>(sizes.depth);
    const std::size_t rowGroups = (rows + kRowsAtOnce - 1) / kRowsAtOnce;
    const auto units = static_cast<std::int64_t>((columns + kColumns - 1) / kColumns * rowGroups);
    const bool isLarge = sizes.rows * sizes.columns * sizes.depth >= kOneThreadBelowProducts;
#pragma omp parallel if (isLarge)
    {
        std::vector<float> panel;
        std::vector<float> tile(kRowsAtOnce * kColumns);
        std::size_t packed = columns;
#pragma omp for schedule(static)
        for (std::int64_t unit = 0; unit < units; ++unit) {
            const std::size_t firstColumn = static_cast<std::size_t>(unit) / rowGroups * kColumns;
            const std::size_t firstRow = static_cast<std::size_t>(unit) % rowGroups * kRowsAtOnce;
            const std::size_t count = std::min(kRowsAtOnce, rows - firstRow);
            if (packed != firstColumn)
                pack(x, depth, columns, packed = firstColumn, panel);
            HWY_DYNAMIC_DISPATCH(multiplyRows)
            (weight + firstRow * depth, count, depth, panel.data(), bias ? bias + firstRow : nullptr, tile.data());
            const std::size_t width = std::min(kColumns, columns - firstColumn);
            for (std::size_t row = 0; row < count; ++row)
                std::copy_n(tile.data() + row * kColumns, width, y + (firstRow + row) * columns + firstColumn);
        }
    }
}

} // namespace ql::ops
#endif
