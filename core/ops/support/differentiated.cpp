// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/differentiated.h"

namespace ql::ops {

Tensor recordable(const Tensor& value)
{
    if (!c10::GradMode::is_enabled() || !value.isDefined() || !value.data.is_inference())
        return value;
    const auto& x = value.data;
    return {at::from_blob(
                x.data_ptr(), x.sizes(), x.strides(), [x](void*) {}, x.options()),
            value.type};
}

std::vector<Tensor> recordable(std::span<const Tensor> values)
{
    std::vector<Tensor> recordables;
    for (const auto& value : values)
        recordables.push_back(recordable(value));
    return recordables;
}

} // namespace ql::ops
