// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/epilogue.h"

#include <cstddef>
#include <cstdint>

namespace ql::ops {

constexpr std::size_t kTileColumns = 32;
constexpr std::size_t kTileRows = 12;     ///< at most
constexpr std::size_t kMostTiles = 4;     ///< of rows
constexpr std::size_t kFiltersSlack = 16; ///< elements that may be read behind the last tile

/// Tiles of filters times up to 32 columns.
struct FloatTile {
    const float* filters = nullptr;       ///< each [depth, rows], one after the other
    const std::int64_t* begins = nullptr; ///< rows that they begin with, and the last one's end
    std::size_t count = 0;                ///< of tiles, 1 to kMostTiles
    std::size_t depth = 0;
    const float* x = nullptr; ///< of which whole vectors are read
    const std::ptrdiff_t* offsets = nullptr;
    std::size_t columns = kTileColumns; ///< what is written behind them, up to 32, means nothing
    const float* bias = nullptr;        ///< from the first of the rows on, as y
    float* y = nullptr;
    std::size_t pitch = 0;  ///< from one row of y to the next
    FloatEpilogue epilogue; ///< without addend where there are fewer columns than 32
};

/// y = filters · columns + bias and what follows. Sums run along depth one by one, each product and sum rounded once.
void multiplyTile(const FloatTile& tile);

} // namespace ql::ops
