// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/feature_rows.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops {

at::Tensor featureRows(const KernelCall& call, at::ScalarType type)
{
    using enum graph::DataType;
    const auto& x = call.required(0);
    expectType(x, "input 0", {Float, Double, Int32, Int64});
    if (x.data.dim() < 1 || x.data.dim() > 2)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 1 or 2", x.data.dim()));
    return (x.data.dim() == 1 ? x.data.unsqueeze(0) : x.data).to(type).contiguous();
}

} // namespace ql::ops
