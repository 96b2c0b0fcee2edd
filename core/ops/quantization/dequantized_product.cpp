// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/dequantized_product.h"

#include "core/ops/support/differentiated.h"

namespace ql::ops {

namespace {

/// 512 by 512: as floats, twice what the second cache keeps beside anything else.
constexpr std::int64_t kLeastElements = 1 << 18;
/// Products per element of x below which floats take no longer.
constexpr std::int64_t kLeastColumns = 32;

bool isWorthIntegers(const KernelCall& call, const at::Tensor& w, bool isTransposed)
{
    return call.isConstant(1) && w.dim() == 2 && w.numel() >= kLeastElements
           && w.size(isTransposed ? 0 : 1) >= kLeastColumns && w.size(isTransposed ? 1 : 0) <= kMostRecoveredTerms;
}

/// [depth, columns] from here on.
std::optional<RecoveredWeight> columnsOf(const KernelCall& call, bool isTransposed)
{
    auto weight = recoveredWeight(call, isTransposed ? 0 : 1);
    if (weight && isTransposed)
        weight->integers.values.data = weight->integers.values.data.t().contiguous();
    return weight;
}

} // namespace

std::optional<at::Tensor> dequantizedProduct(const KernelCall& call, bool isTransposed, DequantizedColumns& memory)
{
    const auto& x = call.input(0);
    const auto& w = call.input(1);
    if (!call.dequantized || x.type != graph::DataType::Float || w.type != graph::DataType::Float || x.data.dim() < 1
        || !x.data.is_cpu() || isOneDifferentiated(call.inputs) || !isWorthIntegers(call, w.data, isTransposed))
        return {};
    const auto weight = memory.weight.of(call, 1, [&call, isTransposed] { return columnsOf(call, isTransposed); });
    const auto integers = weight->has_value() ? recoveredOperand(x.data, call.dequantized->x) : std::nullopt;
    if (!integers)
        return {};
    return exactProduct(*integers, (*weight)->integers, ScaledSums{(*weight)->multipliers},
                        memoryOf(memory.packed, call, 1))
        .data;
}

} // namespace ql::ops
