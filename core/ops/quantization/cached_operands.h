// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/exact_integer.h"
#include "core/ops/support/operand_cache.h"

namespace ql::ops {

/// A FilterMemory or ColumnMemory of what is derived from input @p input of @p call. Both must outlive it.
template <typename Derived>
auto memoryOf(OperandCache<Derived>& cached, const KernelCall& call, std::size_t input)
{
    return [&cached, &call, input](const std::function<Derived()>& make) { return cached.of(call, input, make); };
}

using CachedColumns = OperandCache<IntegerColumns>;

} // namespace ql::ops
