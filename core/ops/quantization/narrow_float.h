// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/minifloat.h"
#include "core/ops/tensor.h"

namespace ql::ops {

/// The numbers of a tensor of a float8 or float4 type in float32. @pre graph::isNarrowFloat(x.type)
at::Tensor narrowFloatValues(const Tensor& x);
/// The nearest numbers of @p type. With @p saturates too large ones become the largest finite one, else infinity or
/// NaN; float4e2m1 always saturates. float8e8m0 goes by encodePowerOfTwo() with @p rounding, infinities saturate there,
/// too. @pre graph::isNarrowFloat(type)
Tensor asNarrowFloat(const at::Tensor& x, graph::DataType type, bool saturates,
                     graph::PowerRounding rounding = graph::PowerRounding::Up);
/// A scale as quantizers compute with it: float8e8m0 as float32, every other as it is.
Tensor computableScale(const Tensor& scale);
/// One scale per tensor, per slice of @p axis or per block of @p blockSize along it, in float32 and ready to broadcast
/// to @p shape. @pre linearQuantization() took the same.
at::Tensor spreadScale(const Tensor& scale, const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize);

} // namespace ql::ops
