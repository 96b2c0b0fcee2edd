// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"
#include "core/results/layer.h"

#include <cstdint>

namespace ql::analysis {

/// @p tensor as contiguous float32 for the passes over its elements; shares memory where it is that already.
/// bool counts as 0 and 1; float64 loses digits; the floats of 4 and 8 bits count by their
/// numbers. @throws Error (TypeMismatch) for a sequence and for nothing
at::Tensor floatValues(const ops::Tensor& tensor);

/// The elements as contiguous float32: integers, half and double precision are converted, and with @p dequantizer the
/// integers become the real numbers that they stand for. Shares memory where nothing changes.
at::Tensor toFloats(const ops::Tensor& tensor, const results::QuantizerInfo* dequantizer = nullptr);

/// How many elements of @p floats the quantizer can't represent: those more than half a step outside its range, which
/// it moves by more than rounding does. NaN is not counted. @p statistics are those of @p floats.
std::uint64_t countClamped(const at::Tensor& floats, const results::TensorStatistics& statistics,
                           const results::QuantizerInfo& quantizer);

/// The class that a classifier's output chooses, or kNoDecision. @throws Error (ShapeMismatch) for an empty one
std::int64_t strongestOf(const ops::Tensor& value);

} // namespace ql::analysis
