// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/dequantized_products.h"

#include "core/ops/support/direct_tensor.h"

namespace ql::ops {

namespace {

/// 512 by 512: floats would fill a second cache of a MiB.
constexpr std::int64_t kLeastElements = 1 << 18;
/// 128 by 128, from so many rows of each sample on, whose integers are worth recovering by their products alone.
constexpr std::int64_t kLeastElementsOfMany = 1 << 14, kManyRows = 16;
/// Products per element of x below which floats take no longer.
constexpr std::int64_t kLeastColumns = 32;

/// Rows that one sample brings, whatever the batch: [batch, rows, depth]. Of a matrix rows may be samples.
std::int64_t rowsOfSample(const at::Tensor& x)
{
    return x.dim() < 3 ? 1 : x.size(-2);
}

bool isWorthIntegers(const KernelCall& call, const at::Tensor& x, const at::Tensor& w, bool isTransposed)
{
    if (!call.isConstant(1) || w.dim() != 2)
        return false;
    return w.numel() >= (rowsOfSample(x) >= kManyRows ? kLeastElementsOfMany : kLeastElements)
           && w.size(isTransposed ? 0 : 1) >= kLeastColumns && w.size(isTransposed ? 1 : 0) <= kMostRecoveredTerms;
}

std::optional<PackedWeight> packedWeight(const KernelCall& call, bool isTransposed)
{
    auto weight = recoveredWeight(call, isTransposed ? 0 : 1);
    if (!weight)
        return {};
    auto& integers = weight->integers.values.data;
    const auto matrix = isTransposed ? integers.t().contiguous() : integers;
    auto columns = std::make_shared<const IntegerColumns>(packColumns(matrix));
    integers = newTensor({1, 1}, matrix.scalar_type()).expand(matrix.sizes());
    return PackedWeight{std::move(weight->integers), std::move(weight->multipliers), std::move(columns)};
}

} // namespace

std::optional<at::Tensor> dequantizedProduct(const KernelCall& call, bool isTransposed, DequantizedColumns& memory)
{
    const auto& x = call.input(0);
    const auto& w = call.input(1);
    if (!call.dequantized || x.data.dim() < 1 || !x.data.is_cpu() || isOneDifferentiated(call.inputs)
        || !isWorthIntegers(call, x.data, w.data, isTransposed))
        return {};
    const auto weight = memory.of(call, 1, [&call, isTransposed] { return packedWeight(call, isTransposed); });
    const auto integers = weight->has_value() ? recoveredOperand(x.data, call.dequantized->x) : std::nullopt;
    if (!integers)
        return {};
    const auto packed = [&weight](const std::function<IntegerColumns()>& /*pack*/) { return (*weight)->columns; };
    return exactProduct(*integers, (*weight)->operand, ScaledSums{(*weight)->multipliers}, packed).data;
}

} // namespace ql::ops
