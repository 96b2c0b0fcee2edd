// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// The elements of @p tensor in a type that every ATen CPU kernel takes: float16 and bfloat16 as float32, others as
/// stored.
at::Tensor computable(const Tensor& tensor);
/// @p result as elements of @p type: converted to its storage; unsigned and 4-bit integers wrap around as in C.
Tensor storedAs(at::Tensor result, graph::DataType type);
/// Elements whose signed order is the order of @p tensor: flips the sign bit of uint64, which is stored as its bit
/// pattern. Its own inverse.
at::Tensor ordered(at::Tensor elements, graph::DataType type);

using UnaryFunction = std::function<at::Tensor(const at::Tensor&)>;
using BinaryFunction = std::function<at::Tensor(const at::Tensor&, const at::Tensor&)>;

/// y = function(x), element type kept.
Kernel unaryKernel(UnaryFunction function);
/// y = function(a, b) of two inputs of one element type, which y keeps; shapes broadcast.
Kernel binaryKernel(BinaryFunction function);
/// The same with a bool result.
Kernel binaryPredicateKernel(BinaryFunction function);

} // namespace ql::ops
