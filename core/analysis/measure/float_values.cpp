// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/float_values.h"

#include "core/ops/quantization/float8.h"

namespace ql::analysis {

at::Tensor floatValues(const ops::Tensor& tensor)
{
    if (ops::isFloat8(tensor.type))
        return ops::float8Values(tensor);
    return tensor.data.to(at::kFloat).contiguous();
}

} // namespace ql::analysis
