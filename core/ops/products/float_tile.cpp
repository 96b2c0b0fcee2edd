// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/float_tile.h"

#include <algorithm>
#include <array>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/products/float_tile.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/ops/passes/finished.inc"

#ifndef QUANTLOUPE_FLOAT_TILE
#define QUANTLOUPE_FLOAT_TILE
namespace ql::ops {

/// Filters are asked for a page of memory before their turn: no processor foresees what lies on the next page.
constexpr std::size_t kFiltersAhead = 1024;

/// Some rows of a tile of filters.
struct RowBlock {
    const float* filters = nullptr;
    std::size_t step = 0; ///< to the next of depth: rows of the tile
    std::size_t row = 0;  ///< of y
};

} // namespace ql::ops
#endif

HWY_BEFORE_NAMESPACE();
namespace ql::ops::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Floats>;

#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kMostRows = kTileRows; // as many as 32 registers hold the sums of
constexpr std::size_t kMostFew = 4;          // columns; a vector holds a tile's rows
#else
constexpr std::size_t kMostRows = kTileRows / 2;
constexpr std::size_t kMostFew = 0;
#endif

/// Adds the bias and what follows to vectors of sums. Unrolled, or these would go through memory.
template <std::size_t kRows, std::size_t kVectors>
HWY_INLINE void storeSums(Vector (&sums)[kRows][kVectors], const FloatTile& tile, std::size_t first, std::size_t column)
{
    const Floats d;
    const FloatEpilogue epilogue = tile.epilogue; // a copy: what is written can't change it
    const std::size_t lanes = hn::Lanes(d), begin = first * tile.pitch + column, pitch = tile.pitch;
    float* const y = tile.y;
    if (const float* const bias = tile.bias ? tile.bias + first : nullptr) {
#pragma GCC unroll 12
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t v = 0; v < kVectors; ++v)
                sums[row][v] = hn::Add(sums[row][v], hn::Set(d, bias[row]));
    }
    if (!epilogue.addend && !epilogue.trip.isTaken()) {
#pragma GCC unroll 12
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t v = 0; v < kVectors; ++v)
                hn::StoreU(clippedTo(d, sums[row][v], epilogue), d, y + begin + row * pitch + v * lanes);
        return;
    }
#pragma GCC unroll 12
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t v = 0; v < kVectors; ++v) {
            const auto place = begin + row * pitch + v * lanes;
            hn::StoreU(finished(d, sums[row][v], epilogue, place), d, y + place);
        }
}

/// kRows × kVectors vectors of results in registers, from column @p column of the tile on.
template <std::size_t kRows, std::size_t kVectors>
HWY_NOINLINE void multiplyBlock(const FloatTile& tile, const RowBlock& rows, std::size_t column)
{
    const Floats d;
    const std::size_t lanes = hn::Lanes(d);
    Vector sums[kRows][kVectors];
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t v = 0; v < kVectors; ++v)
            sums[row][v] = hn::Zero(d);
    const float* HWY_RESTRICT factor = rows.filters;
    const float* HWY_RESTRICT const x = tile.x + column;
    const std::ptrdiff_t* HWY_RESTRICT const offsets = tile.offsets;
    const std::size_t depth = tile.depth;
    const std::size_t step = rows.step;
    for (std::size_t k = 0; k < depth; ++k, factor += step) {
        const float* const line = x + offsets[k];
        hwy::Prefetch(factor + kFiltersAhead);
        Vector values[kVectors];
        for (std::size_t v = 0; v < kVectors; ++v)
            values[v] = hn::LoadU(d, line + v * lanes);
        for (std::size_t row = 0; row < kRows; ++row) {
            const auto weight = hn::Set(d, factor[row]);
            for (std::size_t v = 0; v < kVectors; ++v)
                sums[row][v] = hn::MulAdd(weight, values[v], sums[row][v]);
        }
    }
    storeSums<kRows, kVectors>(sums, tile, rows.row, column);
}

using MultiplyBlock = void (*)(const FloatTile&, const RowBlock&, std::size_t);

template <std::size_t kVectors, std::size_t... kRows>
constexpr auto multipliers(std::index_sequence<kRows...> /*rows*/)
{
    return std::array<MultiplyBlock, sizeof...(kRows)>{multiplyBlock<kRows + 1, kVectors>...};
}

/// Columns [0, @p end) of all tiles.
void multiplyWide(const FloatTile& tile, std::size_t end)
{
    static constexpr auto kOfOne = multipliers<1>(std::make_index_sequence<kMostRows>());
    static constexpr auto kOfTwo = multipliers<2>(std::make_index_sequence<kMostRows>());
    const std::size_t lanes = hn::Lanes(Floats());
    const float* filters = tile.filters;
    for (std::size_t i = 0; i < tile.count; ++i) {
        const auto first = std::size_t(tile.begins[i] - tile.begins[0]);
        const auto rows = std::size_t(tile.begins[i + 1] - tile.begins[i]);
        for (std::size_t row = 0; row < rows; row += kMostRows)
            for (std::size_t column = 0; column < end; column += 2 * lanes) {
                const auto& multiply = column + lanes < end ? kOfTwo : kOfOne;
                multiply[std::min(kMostRows, rows - row) - 1](tile, {filters + row, rows, first + row}, column);
            }
        filters += rows * tile.depth;
    }
}

#if HWY_TARGET <= HWY_AVX3
/// A vector of rows of one column.
HWY_INLINE void storeColumn(Vector sums, const FloatTile& tile, std::size_t first, std::size_t rows, std::size_t column)
{
    const Floats d;
    HWY_ALIGN float results[hn::MaxLanes(Floats())];
    hn::Store(sums, d, results);
    for (std::size_t row = 0; row < rows; ++row) {
        const float sum = tile.bias ? results[row] + tile.bias[first + row] : results[row];
        tile.y[(first + row) * tile.pitch + column] = tile.epilogue.finished(sum);
    }
}

/// Columns from @p begin on, of all tiles at once: sums are added one after the other, so it takes eight at a time to
/// keep the processor busy.
template <std::size_t kColumns>
void multiplyFew(const FloatTile& tile, std::size_t begin)
{
    const Floats d;
    const float* filters[kMostTiles];
    std::size_t rows[kMostTiles];
    Vector sums[kMostTiles][kColumns];
    for (std::size_t i = 0; i < kMostTiles; ++i) {
        const auto own = std::min(i, tile.count - 1); // again and again where there are fewer
        rows[i] = std::size_t(tile.begins[own + 1] - tile.begins[own]);
        filters[i] = tile.filters + std::size_t(tile.begins[own] - tile.begins[0]) * tile.depth;
        for (auto& sum : sums[i])
            sum = hn::Zero(d);
    }
    for (std::size_t k = 0; k < tile.depth; ++k) {
        const float* const line = tile.x + begin + tile.offsets[k];
        for (std::size_t i = 0; i < kMostTiles; ++i) {
            const auto factors = hn::LoadU(d, filters[i] + k * rows[i]);
            for (std::size_t column = 0; column < kColumns; ++column)
                sums[i][column] = hn::MulAdd(factors, hn::Set(d, line[column]), sums[i][column]);
        }
    }
    for (std::size_t i = 0; i < tile.count; ++i)
        for (std::size_t column = 0; column < kColumns; ++column)
            storeColumn(sums[i][column], tile, std::size_t(tile.begins[i] - tile.begins[0]), rows[i], begin + column);
}

using MultiplyFew = void (*)(const FloatTile&, std::size_t);
constexpr std::array<MultiplyFew, kMostFew> kFewMultipliers{multiplyFew<1>, multiplyFew<2>, multiplyFew<3>,
                                                            multiplyFew<4>};
#endif

void multiplyAll(const FloatTile& tile)
{
    const auto left = tile.columns % hn::Lanes(Floats());
    const auto few = left <= kMostFew ? left : 0;
    multiplyWide(tile, tile.columns - few);
#if HWY_TARGET <= HWY_AVX3
    if (few > 0)
        kFewMultipliers[few - 1](tile, tile.columns - few);
#endif
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

HWY_EXPORT(multiplyAll);

void multiplyTile(const FloatTile& tile)
{
    HWY_DYNAMIC_DISPATCH(multiplyAll)(tile);
}

} // namespace ql::ops
#endif
