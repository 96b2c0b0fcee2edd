// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/support/differentiated.h"

#include <cstdint>
#include <vector>

namespace ql::ops {

// Tensors made without LibTorch's dispatcher, which costs more than the arithmetic of a small node; with it where one
// is differentiated.

/// Contiguous, its elements not set.
at::Tensor newTensor(at::IntArrayRef sizes, at::ScalarType type);
/// A list of int64.
at::Tensor listOf(const std::vector<std::int64_t>& numbers);

/// Other sizes and strides over the same memory; @p offset in elements from the first of @p x.
/// @pre every element lies within the memory of @p x
at::Tensor viewOf(const at::Tensor& x, at::IntArrayRef sizes, at::IntArrayRef strides, std::int64_t offset = 0);
/// The elements of @p x in C order under other sizes: a view where @p x is contiguous, else a copy.
/// @pre as many elements
at::Tensor reshaped(const at::Tensor& x, at::IntArrayRef sizes);

/// Elements that are brought into another order here at less cost than LibTorch's set-up for it.
constexpr std::int64_t kMostReordered = 1 << 14;
/// The elements of @p x in the order of its axes; @p x itself where they are.
at::Tensor inOrder(const at::Tensor& x);
/// @p x itself where it is contiguous float32.
at::Tensor contiguousFloats(const at::Tensor& x);
inline bool areContiguousFloats(const at::Tensor& x)
{
    return x.scalar_type() == at::kFloat && x.is_contiguous() && !isLeftToTorch(x);
}

} // namespace ql::ops
