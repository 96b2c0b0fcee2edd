// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_filters.h"

namespace ql::ops {

/// A convolution with one channel per group, filters packed for FilterLayout::Windows, to @p y
/// [samples][filters of all groups][outputs]. @p zeroPoint is that of x, shifted to unsigned; @p finish knows the rows.
void convolveWindows(const EightBitData& x, std::uint8_t zeroPoint, const PackedFilters& filters,
                     const ConvolutionSizes& sizes, const SumFinish& finish, void* y);

} // namespace ql::ops
