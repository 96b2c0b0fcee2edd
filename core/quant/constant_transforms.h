// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/memory_budget.h"
#include "core/ops/tensor.h"

#include <cstddef>
#include <functional>

namespace ql::quant {

using Transform = std::function<ops::Tensor(const ops::Tensor&)>;

/// Factory of transforms with a constant result, such as a quantized weight. Results are cached as far as its share
/// allows and recomputed at each call beyond it, since the weights of a large model are as large as the model.
class ConstantTransforms {
public:
    /// @p make gives the numbers, @p elements of them as float32; any thread may call it, as often as it likes.
    /// @throws what make() throws, here or when the transform is called
    Transform of(std::function<ops::Tensor()> make, std::size_t elements);

private:
    MemoryShare m_share{MemoryShare::Limit::Fixed, MemoryShare::kMostOfConstants};
};

} // namespace ql::quant
