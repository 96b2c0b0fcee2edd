// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <ATen/core/ivalue.h>

namespace ql::ops {

/// A value of LibTorch's interpreter that no tensor of ours can hold: a number, a list, a tuple, None. Beside integers
/// it is the quantized tensor that they belong to.
struct Object {
    c10::IValue value;
};

/// A dense tensor as it is; a quantized one as its integers (not copied) with itself as object; lists of tensors
/// as sequences, too; everything else as object.
Tensor fromValue(c10::IValue value);
/// The inverse: the object if there is one, else the tensor, else None.
c10::IValue toValue(const Tensor& tensor);

/// A copy with the same sizes and strides, so that an operator that may give a view gives one of the copy, too.
at::Tensor stridedCopy(const at::Tensor& tensor);

} // namespace ql::ops
