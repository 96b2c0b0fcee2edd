// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"

#include <cstdint>

namespace ql::ops {

/// How a hybrid operator of TensorFlow Lite, whose weights are integers and whose data are floats, quantizes its data
/// while it runs: to 8 bits, each row by its own range.
enum class RowQuantization : std::int64_t {
    None,
    Symmetric, ///< -127 … 127 for the row's largest magnitude
    Asymmetric ///< -128 … 127 from the row's least to its largest number, 0 among them
};

/// @throws Error (InvalidNode) for another number
RowQuantization rowQuantization(std::int64_t attribute);

/// Float32 @p x as it is after it was quantized and dequantized; what has one index of the first axis is a row. A row
/// with an element that isn't finite stays as it is.
at::Tensor quantizedRows(const at::Tensor& x, RowQuantization how);

/// The same of what stands in the first @p split places of each row and of the rest, each by its own range. Whole rows
/// where @p split is 0 or leaves no rest.
at::Tensor quantizedRows(const at::Tensor& x, RowQuantization how, std::int64_t split);

} // namespace ql::ops
