// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/recovered_operands.h"

#include "core/ops/quantization/integer_passes.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace ql::ops {

namespace {

/// Of the elements of slice @p slice, or from there on.
PassParameters parametersOf(const DequantizedFactor& factor, std::int64_t slice, bool isStepping)
{
    return {factor.scales.data() + slice, factor.zeroPoints.data() + slice, isStepping};
}

std::int64_t positiveAxis(const at::Tensor& values, const DequantizedFactor& factor)
{
    return factor.axis < 0 ? factor.axis + values.dim() : factor.axis;
}

/// Calls @p recover(begin, count, parameters) for runs of @p elements that share a scale or step through the scales.
template <typename Recover>
void forEachRun(const at::Tensor& elements, const DequantizedFactor& factor, const Recover& recover)
{
    const auto count = elements.numel(), work = count * kProductsPerElement;
    if (factor.scales.size() == 1)
        return forEachPart(count, work, [&](std::int64_t begin, std::int64_t end) {
            recover(begin, end - begin, parametersOf(factor, 0, false));
        });
    const auto channels = static_cast<std::int64_t>(factor.scales.size());
    const auto inner = elements.stride(positiveAxis(elements, factor));
    if (inner == 1)
        return forEachPart(count / channels, work, [&](std::int64_t begin, std::int64_t end) {
            for (auto row = begin; row < end; ++row)
                recover(row * channels, channels, parametersOf(factor, 0, true));
        });
    forEachPart(count / inner, work, [&](std::int64_t begin, std::int64_t end) {
        for (auto slice = begin; slice < end; ++slice)
            recover(slice * inner, inner, parametersOf(factor, slice % channels, false));
    });
}

} // namespace

std::optional<IntegerOperand> recoveredOperand(const at::Tensor& values, const DequantizedFactor& factor)
{
    if (values.scalar_type() != at::kFloat) // a switch may stand in a network of float16
        return {};
    const auto axis = positiveAxis(values, factor);
    const auto scales = static_cast<std::int64_t>(factor.scales.size());
    if (scales > 1 && (axis < 0 || axis >= values.dim() || values.size(axis) != scales))
        return {};
    const auto elements = values.contiguous();
    Tensor integers(newTensor(elements.sizes(), storageType(factor.type)), factor.type);
    const auto* const from = elements.data_ptr<float>();
    auto* const to = static_cast<std::uint8_t*>(integers.data.data_ptr());
    const IntegerElements all{to, IntegerStorage::UInt8, static_cast<std::int32_t>(graph::lowestOf(factor.type)),
                              static_cast<std::int32_t>(graph::highestOf(factor.type))};
    std::atomic<bool> areAll = true;
    forEachRun(elements, factor, [&](std::int64_t begin, std::int64_t count, const PassParameters& parameters) {
        IntegerElements part = all;
        part.first = to + begin;
        if (areAll && !recoverElements(from + begin, part, static_cast<std::size_t>(count), parameters))
            areAll = false;
    });
    return areAll ? std::optional(IntegerOperand{std::move(integers), factor.zeroPoints}) : std::nullopt;
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
