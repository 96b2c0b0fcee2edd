// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/epilogue.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ql::ops {

/// The left factor of a product [rows, depth], laid out as shiftedProduct() reads it.
struct FloatFilters {
    std::int64_t rows = 0;
    std::int64_t depth = 0;
    std::vector<float> values; ///< tiles of rows one after the other, each [depth, rows of the tile]; slack
};

/// @p filters is [rows, depth], contiguous.
FloatFilters floatFilters(const float* filters, std::int64_t rows, std::int64_t depth);

/// A right factor whose rows are one memory seen from different places: row k begins at x + offsets[k]. A convolution
/// is such a product without its windows ever being copied: every tap sees the same padded plane, shifted.
struct ShiftedRows {
    const float* x = nullptr;
    std::span<const std::ptrdiff_t> offsets; ///< one per row, ≥ 0
    std::size_t readable = 0;                ///< elements that may be read from x
    std::int64_t lines = 1;                  ///< the columns lie in lines …
    std::int64_t width = 0;                  ///< … of so many each …
    std::int64_t pitch = 0;                  ///< … that begin so many elements apart, ≥ width
};

/// y = filters · rows + bias, y [rows, lines · width] without gaps. Sums run along depth one by one, each product and
/// sum rounded once (fused), the bias comes last: no number depends on threads. @p bias is one per row, or null. Uses
/// the calling thread's threads. @p epilogue follows on the finished sums, its addend lying as y does.
void shiftedProduct(const FloatFilters& filters, const ShiftedRows& rows, const float* bias, float* y,
                    const FloatEpilogue& epilogue = {});

} // namespace ql::ops
