// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/float_values.h"

namespace ql::analysis {

at::Tensor floatValues(const ops::Tensor& tensor)
{
    return tensor.data.to(at::kFloat).contiguous();
}

} // namespace ql::analysis
