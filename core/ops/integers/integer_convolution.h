// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_filters.h"

namespace ql::ops {

/// Convolves @p x with filters packed for @p sizes to @p y [samples][groups · filters][outputs], in int32, exact but
/// for wrapping around, whatever the threads. @p zeroPoint is that of x in its own type: it stands in the padding.
/// @p finish knows the terms of the rows: filters of all groups.
void convolveIntegers(const EightBitData& x, std::int32_t zeroPoint, const PackedFilters& filters,
                      const ConvolutionSizes& sizes, const SumFinish& finish, void* y);

/// A convolution with one channel per group, filters packed for FilterLayout::Windows, to @p y
/// [samples][filters of all groups][outputs]. @p zeroPoint is that of x, shifted to unsigned; @p finish knows the rows.
void convolveWindows(const EightBitData& x, std::uint8_t zeroPoint, const PackedFilters& filters,
                     const ConvolutionSizes& sizes, const SumFinish& finish, void* y);

} // namespace ql::ops
