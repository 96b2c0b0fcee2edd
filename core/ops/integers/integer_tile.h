// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_sums.h"

namespace ql::ops {

/// Integers that one step of a sum takes of a row and of a column.
constexpr std::size_t kQuad = 4;
/// A row chunk may begin at multiples of this in packed rows.
constexpr std::size_t kRowChunk = 48;
/// Elements of @ref kQuad bytes that may be read beyond the last column.
constexpr std::size_t kColumnSlack = kBlockColumns;

/// Signed rows [count][depth · kQuad] in the order in which this machine's kernel reads them.
std::vector<std::int32_t> packRows(const std::int8_t* rows, std::size_t count, std::size_t depth);
/// 32-bit words that each row takes there.
std::size_t packedRowWords(std::size_t depth);

/// Rows of signed times at most @ref kBlockColumns columns of unsigned integers.
struct ProductBlock {
    const std::int32_t* rows = nullptr; ///< packed; the first is a multiple of kRowChunk
    std::size_t rowCount = 0;
    std::size_t depth = 0;                   ///< quads
    const std::uint8_t* columns = nullptr;   ///< step k's quads lie at columns + offsets[k], one after another
    const std::ptrdiff_t* offsets = nullptr; ///< bytes
    std::size_t columnCount = 0;
    std::span<const ColumnSegment> segments; ///< which of them go where
    SumFinish finish;                        ///< from the first row and the block's first column
    void* y = nullptr;
    std::size_t rowPitch = 0; ///< elements
};
void multiplyBlock(const ProductBlock& block);

constexpr std::int64_t kLargestWindowStep = 5;
/// Bytes that may be read beyond the last tap of the last column.
constexpr std::size_t kWindowSlack = 4 * kBlockColumns + 64;

/// How vectors of quads are made of neighbouring bytes: four taps for each output. @pre stride + dilation ≤
/// kLargestWindowStep
struct WindowTables {
    WindowTables(std::int64_t stride, std::int64_t dilation);

    std::size_t stride;
    std::size_t dilation;
    alignas(64) std::array<std::int32_t, 16> words;  ///< which 32-bit words each 16 bytes are made of
    alignas(64) std::array<std::uint8_t, 64> bytes;  ///< which bytes of those
    alignas(64) std::array<std::uint8_t, 64> places; ///< which bytes of all
};

/// One filter over at most @ref kBlockColumns places of a line of unsigned integers: each output is the sum of
/// factor · line[offset + column · stride + tap · dilation].
struct WindowBlock {
    const std::int32_t* factors = nullptr; ///< packed as one row: for each offset a quad of taps
    const std::int32_t* ones = nullptr;    ///< the same of the taps that count; null unless sums of columns are needed
    std::size_t depth = 0;
    const std::uint8_t* line = nullptr;      ///< of the first column
    const std::ptrdiff_t* offsets = nullptr; ///< bytes to each quad's first tap
    const WindowTables* tables = nullptr;
    std::size_t columnCount = 0;
    std::span<const ColumnSegment> segments;
    SumFinish finish; ///< of one row
    void* y = nullptr;
};
void slideWindow(const WindowBlock& block);

using FourRows = std::array<const std::uint8_t*, kQuad>;
/// Four rows of @p count bytes become @p count quads; @p flip is added to each byte without carry.
void interleave(const FourRows& rows, std::size_t count, std::uint8_t flip, std::uint8_t* quads);
/// @p count bytes with @p flip added without carry.
void copyFlipped(const std::uint8_t* row, std::size_t count, std::uint8_t flip, std::uint8_t* target);
/// Every @p stride-th byte of @p row, @p count of them.
void pickEvery(std::size_t stride, const std::uint8_t* row, std::size_t count, std::uint8_t* picked);

} // namespace ql::ops
