// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"

namespace ql::ops {

/// x · w + bias of float32 matrices, x [rows, depth], w [depth, columns], bias [columns] or undefined. Few rows, or a
/// small w, take our own product, which costs no dispatch; the others LibTorch's, which copies blocks of both first.
at::Tensor floatProduct(const at::Tensor& x, const at::Tensor& w, const at::Tensor& bias = {});

/// at::matmul(a, b) of float32 tensors of any rank, through floatProduct() where ranks allow it.
at::Tensor floatMatmul(const at::Tensor& a, const at::Tensor& b);

} // namespace ql::ops
