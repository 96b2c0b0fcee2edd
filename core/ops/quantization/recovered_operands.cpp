// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/recovered_operands.h"

#include "core/ops/passes/recovered_integers.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace ql::ops {

namespace {

LinearIntegers parametersOf(const DequantizedFactor& factor, std::size_t index)
{
    return {factor.scales[index], factor.zeroPoints[index], static_cast<std::int32_t>(graph::lowestOf(factor.type)),
            static_cast<std::int32_t>(graph::highestOf(factor.type))};
}

std::int64_t positiveAxis(const at::Tensor& values, const DequantizedFactor& factor)
{
    return factor.axis < 0 ? factor.axis + values.dim() : factor.axis;
}

} // namespace

std::optional<IntegerOperand> recoveredOperand(const at::Tensor& values, const DequantizedFactor& factor)
{
    const auto slices = static_cast<std::int64_t>(factor.scales.size());
    const auto axis = slices == 1 ? 0 : positiveAxis(values, factor);
    if (axis < 0 || axis >= values.dim() || (slices > 1 && values.size(axis) != slices))
        return {};
    const auto elements = values.transpose(0, axis).contiguous();
    auto integers = newTensor(elements.sizes(), storageType(factor.type));
    const auto* const from = elements.data_ptr<float>();
    auto* const to = static_cast<std::uint8_t*>(integers.data_ptr());
    const auto slice = elements.numel() / slices;
    std::atomic<bool> areAll = true;
    for (std::int64_t i = 0; i < slices && areAll; ++i)
        forEachPart(slice, slice * kProductsPerElement, [&](std::int64_t begin, std::int64_t end) {
            if (!recoverIntegers(from + i * slice + begin, to + i * slice + begin,
                                 static_cast<std::size_t>(end - begin),
                                 parametersOf(factor, static_cast<std::size_t>(i))))
                areAll = false;
        });
    if (!areAll)
        return {};
    return IntegerOperand{Tensor(integers.transpose(0, axis).contiguous(), factor.type), factor.zeroPoints};
}

std::optional<RecoveredWeight> recoveredWeight(const KernelCall& call, std::int64_t channelAxis)
{
    const auto& [x, own] = *call.dequantized;
    const auto& weight = call.input(1).data;
    if (own.scales.size() > 1 && positiveAxis(weight, own) != channelAxis)
        return {};
    std::vector<float> multipliers;
    for (const float scale : own.scales)
        multipliers.push_back(scale * x.scales.front());
    if (!std::ranges::all_of(multipliers, [](float each) { return std::isnormal(each); }))
        return {};
    auto integers = recoveredOperand(weight, own);
    return integers ? std::optional(RecoveredWeight{std::move(*integers), std::move(multipliers)}) : std::nullopt;
}

} // namespace ql::ops
