// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/matrix_product.h"

#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ops/products/matrix_product.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
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
    std::size_t nextOfW; ///< from one row of w to the next
    std::size_t nextOfY;
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
    for (std::size_t k = 0; k < block.depth; ++k, w += block.nextOfW) {
        hn::Vec<D> values[kVectors];
        for (std::size_t v = 0; v < kVectors; ++v)
            values[v] = hn::LoadU(d, w + v * lanes);
        for (std::size_t row = 0; row < kRows; ++row) {
            const auto factor = hn::Set(d, block.x[row * block.depth + k]);
            for (std::size_t v = 0; v < kVectors; ++v)
                sums[row][v] = hn::MulAdd(factor, values[v], sums[row][v]);
        }
    }
#pragma GCC unroll 12 // or the sums would go through memory
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t v = 0; v < kVectors; ++v) {
            const auto sum = block.bias ? hn::Add(sums[row][v], hn::LoadU(d, block.bias + v * lanes)) : sums[row][v];
            hn::StoreU(sum, d, block.y + row * block.nextOfY + v * lanes);
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
                                                 rows.y + column, rows.depth, rows.nextOfW, rows.nextOfY});
    };
    // Sums are added one after the other, so it takes eight at a time to keep the processor busy.
    if constexpr (kRows <= 2)
        advance(d, std::integral_constant<std::size_t, 8 / kRows>());
    advance(d, std::integral_constant<std::size_t, 2>());
    advance(d, std::integral_constant<std::size_t, 1>());
    advance(few, std::integral_constant<std::size_t, 1>());
    advance(one, std::integral_constant<std::size_t, 1>());
}

#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kMostRows = 12; // as many as 32 registers hold the sums of
#else
constexpr std::size_t kMostRows = 6;
#endif

template <typename Multiply, std::size_t... kLess>
void forEachRows(std::size_t count, const Multiply& multiply, std::index_sequence<kLess...> /*rows*/)
{
    const std::size_t tiles = (count + kMostRows - 1) / kMostRows;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        const std::size_t first = tile * count / tiles, end = (tile + 1) * count / tiles;
        const auto tryRows = [&](auto rows) {
            if (rows() == end - first)
                multiply(rows, first);
        };
        (tryRows(std::integral_constant<std::size_t, kLess + 1>()), ...);
    }
}
/// Calls @p multiply with the rows that it takes at a time, which are constants, and the first of them: as few tiles as
/// there can be, and alike, since small ones keep the processor waiting for sums.
template <typename Multiply>
void forEachRows(std::size_t count, const Multiply& multiply)
{
    forEachRows(count, multiply, std::make_index_sequence<kMostRows>());
}

/// Columns [begin, end) of @p count rows.
void multiplyRows(const Block& all, std::size_t count, std::size_t begin, std::size_t end)
{
    forEachRows(count, [&](auto rows, std::size_t row) {
        multiplyColumns<decltype(rows)::value>(
            {all.x + row * all.depth, all.w, all.bias, all.y + row * all.nextOfY, all.depth, all.nextOfW, all.nextOfY},
            begin, end);
    });
}

constexpr std::size_t kPanelVectors = 2;
constexpr std::size_t kRowsAhead = 8; ///< of w: no processor foresees what lies a page apart

HWY_INLINE void prefetch(const float* first, std::size_t count)
{
    constexpr std::size_t kLine = 16;
    for (std::size_t i = 0; i < count; i += kLine)
        hwy::Prefetch(first + i);
}

/// As multiplyRows(), by way of a copy of these columns of w in panels as wide as what is multiplied at a time: rows of
/// a wide w lie on different pages, which would be looked up for every few rows of x again.
void multiplyPacked(const Block& all, std::size_t count, std::size_t begin, std::size_t end, float* panels)
{
    const hn::CappedTag<float, 16> d;
    const auto width = kPanelVectors * hn::Lanes(d);
    const auto panelCount = (end - begin) / width;
    for (std::size_t k = 0; k < all.depth; ++k) {
        const float* const row = all.w + k * all.nextOfW + begin;
        if (k + kRowsAhead < all.depth)
            prefetch(row + kRowsAhead * all.nextOfW, panelCount * width);
        for (std::size_t panel = 0; panel < panelCount; ++panel)
            std::memcpy(panels + (panel * all.depth + k) * width, row + panel * width, width * sizeof(float));
    }
    forEachRows(count, [&](auto rows, std::size_t row) {
        for (std::size_t panel = 0; panel < panelCount; ++panel) {
            const auto column = begin + panel * width;
            multiplyBlock<decltype(rows)::value, kPanelVectors>(
                d, {all.x + row * all.depth, panels + panel * all.depth * width, all.bias ? all.bias + column : nullptr,
                    all.y + row * all.nextOfY + column, all.depth, width, all.nextOfY});
        }
    });
    multiplyRows(all, count, begin + panelCount * width, end);
}

void multiplyPart(const float* x, const float* w, const float* bias, float* y, const MatrixSizes& sizes,
                  std::int64_t begin, std::int64_t end, float* panels)
{
    const auto columns = static_cast<std::size_t>(sizes.columns);
    const Block all{x, w, bias, y, static_cast<std::size_t>(sizes.depth), columns, columns};
    const auto rows = static_cast<std::size_t>(sizes.rows);
    if (panels)
        multiplyPacked(all, rows, static_cast<std::size_t>(begin), static_cast<std::size_t>(end), panels);
    else
        multiplyRows(all, rows, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
}

} // namespace ql::ops::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ql::ops {

namespace {

constexpr std::int64_t kStrip = 128; ///< columns whose part of w stays in the second cache from rows to rows
constexpr std::int64_t kLeastStrip = 32;
constexpr std::int64_t kPackedElements = 1 << 17; ///< half a MiB of panels
constexpr std::int64_t kWorthPacking = 24;        ///< rows
constexpr std::int64_t kWide = 256;               ///< columns: a KiB from one row of w to the next

/// The calling thread's own, or null when there is no memory: packing is never needed.
float* panelsOf(std::size_t elements) noexcept
{
    thread_local std::vector<float> panels;
    try {
        if (panels.size() < elements)
            panels.resize(elements);
        return panels.data();
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

/// Into how many blocks rows are divided where strips alone would leave threads without work.
std::int64_t rowBlocks(const MatrixSizes& sizes, std::int64_t strips, std::int64_t products)
{
    constexpr std::int64_t kLeastRows = 64, kPartsEach = 4;
    const std::int64_t threads = threadsFor(products);
    if (threads <= 1 || strips >= threads * kPartsEach)
        return 1;
    return std::clamp<std::int64_t>(threads * kPartsEach / strips, 1,
                                    std::max<std::int64_t>(1, sizes.rows / kLeastRows));
}

} // namespace

HWY_EXPORT(multiplyPart);

void multiplyMatrices(const float* x, const float* w, const float* bias, float* y, const MatrixSizes& sizes)
{
    const auto products = sizes.rows * sizes.depth * sizes.columns;
    const bool isPacked =
        sizes.rows >= kWorthPacking && sizes.columns >= kWide && sizes.depth <= kPackedElements / kLeastStrip * 4;
    const auto fitting = kPackedElements / std::max<std::int64_t>(sizes.depth, 1) / kLeastStrip * kLeastStrip;
    const auto strip = isPacked ? std::clamp(fitting, kLeastStrip, kStrip) : kStrip;
    const auto strips = (sizes.columns + strip - 1) / strip;
    const auto blocks = rowBlocks(sizes, strips, products);
    forEachPart(strips * blocks, products, [&](std::int64_t begin, std::int64_t end) {
        auto* const panels = isPacked ? panelsOf(static_cast<std::size_t>(strip * sizes.depth)) : nullptr;
        for (auto part = begin; part < end; ++part) {
            const auto block = part / strips, column = part % strips * strip;
            const auto row = sizes.rows * block / blocks, nextRow = sizes.rows * (block + 1) / blocks;
            HWY_DYNAMIC_DISPATCH(multiplyPart)
            (x + row * sizes.depth, w, bias, y + row * sizes.columns, {nextRow - row, sizes.depth, sizes.columns},
             column, std::min(column + strip, sizes.columns), panels);
        }
    });
}

} // namespace ql::ops
#endif
