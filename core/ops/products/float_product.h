// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"

namespace ql::ops {

/// x · w + bias of float32 matrices, x [rows, depth], w [depth, columns], bias [columns] or undefined:
/// multiplyMatrices(), whose numbers don't depend on threads as those of LibTorch's product do.
at::Tensor floatProduct(const at::Tensor& x, const at::Tensor& w, const at::Tensor& bias = {});

/// at::matmul(a, b) of float32 tensors of any rank, through floatProduct() where ranks allow it.
at::Tensor floatMatmul(const at::Tensor& a, const at::Tensor& b);

} // namespace ql::ops
