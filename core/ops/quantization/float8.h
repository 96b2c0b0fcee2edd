// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

namespace ql::ops {

/// Whether @p type is one of the four float8 types, which are stored as bit patterns and computed with in float32.
bool isFloat8(graph::DataType type);
/// The numbers of a float8 tensor in float32.
at::Tensor float8Values(const Tensor& x);
/// The nearest numbers of @p type. With @p saturates too large ones become the largest finite one, else infinity or
/// NaN.
Tensor asFloat8(const at::Tensor& x, graph::DataType type, bool saturates);
/// One scale per tensor, per slice of @p axis or per block of @p blockSize along it, in float32 and ready to broadcast
/// to @p shape. @pre linearQuantization() took the same.
at::Tensor spreadScale(const Tensor& scale, const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize);

} // namespace ql::ops
