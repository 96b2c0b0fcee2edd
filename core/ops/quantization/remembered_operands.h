// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/exact_integer.h"
#include "core/ops/support/remembered.h"

namespace ql::ops {

/// A FilterMemory or ColumnMemory of what is derived from input @p input of @p call. Both must outlive it.
template <typename Derived>
auto memoryOf(Remembered<Derived>& remembered, const KernelCall& call, std::size_t input)
{
    return
        [&remembered, &call, input](const std::function<Derived()>& make) { return remembered.of(call, input, make); };
}

using RememberedColumns = Remembered<IntegerColumns>;

} // namespace ql::ops
