// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/float_values.h"

#include "core/ops/float8.h"

namespace ql::analysis {

at::Tensor floatValues(const ops::Tensor& tensor)
{
    if (ops::isFloat8(tensor.type))
        return ops::float8Values(tensor);
    return tensor.data.to(at::kFloat).contiguous();
}

} // namespace ql::analysis
