// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/constant_transforms.h"

#include <utility>

namespace ql::quant {

Transform ConstantTransforms::of(std::function<ops::Tensor()> make, std::size_t elements)
{
    const auto bytes = elements * sizeof(float);
    if (bytes > m_left)
        return [make = std::move(make)](const ops::Tensor&) { return make(); };
    m_left -= bytes;
    return [values = make()](const ops::Tensor&) { return values; };
}

} // namespace ql::quant
