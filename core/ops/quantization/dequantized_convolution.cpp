// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/dequantized_convolution.h"

#include "core/ops/fusion/dequantized_factors.h"
#include "core/ops/passes/recovered_integers.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace ql::ops {

namespace {

/// Terms of a sum whose integers, 255 apart, can't leave int32.
constexpr std::int64_t kMostTerms = 33000;
/// Products per element of x from which floats take longer: integers cost two passes over it.
constexpr std::int64_t kLeastReuse = 32;
/// Products from which it doesn't matter what preparing them costs.
constexpr std::int64_t kLeastProducts = 1 << 18;

LinearIntegers parametersOf(const DequantizedFactor& factor, std::size_t index)
{
    return {factor.scales[index], factor.zeroPoints[index], static_cast<std::int32_t>(graph::lowestOf(factor.type)),
            static_cast<std::int32_t>(graph::highestOf(factor.type))};
}

/// The integers of @p values, whose slices along the first axis have the scales of @p factor.
std::optional<Tensor> integersOf(const at::Tensor& values, const DequantizedFactor& factor)
{
    const auto elements = values.contiguous();
    auto integers = newTensor(elements.sizes(), storageType(factor.type));
    const auto* const from = elements.data_ptr<float>();
    auto* const to = static_cast<std::uint8_t*>(integers.data_ptr());
    std::atomic<bool> areAll = true;
    const auto slice = elements.numel() / static_cast<std::int64_t>(factor.scales.size());
    for (std::size_t i = 0; i < factor.scales.size() && areAll; ++i) {
        const auto first = slice * static_cast<std::int64_t>(i);
        forEachPart(slice, slice * kProductsPerElement, [&](std::int64_t begin, std::int64_t end) {
            if (!recoverIntegers(from + first + begin, to + first + begin, static_cast<std::size_t>(end - begin),
                                 parametersOf(factor, i)))
                areAll = false;
        });
    }
    return areAll ? std::optional(Tensor(std::move(integers), factor.type)) : std::nullopt;
}

/// Nothing where the filters of @p weight don't each have one scale, or products of scales aren't numbers as any other.
std::optional<ScaledOperand> weightOf(const at::Tensor& weight, const DequantizedFactors& factors)
{
    const auto& own = factors.w;
    const auto axis = own.axis < 0 ? own.axis + weight.dim() : own.axis;
    const bool fits =
        own.scales.size() == 1 || (axis == 0 && static_cast<std::int64_t>(own.scales.size()) == weight.size(0));
    const auto scale = factors.x.scales.front();
    const bool isUsual = std::ranges::all_of(own.scales, [scale](float each) { return std::isnormal(each * scale); });
    auto integers = fits && isUsual ? integersOf(weight, own) : std::nullopt;
    if (!integers)
        return {};
    return ScaledOperand{{std::move(*integers), own.zeroPoints}, own.scales};
}

bool isWorthIntegers(const at::Tensor& x, const at::Tensor& weight, const ConvolutionAttributes& attributes)
{
    if (x.dim() != 4 || x.numel() == 0 || weight.numel() == 0) // of one axis: see planeConvolved()
        return false;
    const auto window = resolved(attributes.window, x.sizes().slice(2), weight.sizes().slice(2));
    const auto terms = weight.numel() / weight.size(0);
    const auto products =
        weight.numel() * window.outputSize(0, x.size(2), false) * window.outputSize(1, x.size(3), false);
    const auto elements = x.numel() / x.size(0);
    return terms <= kMostTerms && products >= kLeastProducts && products >= kLeastReuse * elements;
}

ScaledSums sumsOf(const KernelCall& call, const DequantizedFactors& factors, const FloatEpilogue& epilogue)
{
    ScaledSums sums{.epilogue = epilogue};
    for (const float scale : factors.w.scales)
        sums.multipliers.push_back(scale * factors.x.scales.front());
    sums.bias.assign(static_cast<std::size_t>(call.input(1).data.size(0)), 0.0f);
    if (call.has(2)) {
        const auto bias = call.input(2).data.contiguous();
        std::copy_n(bias.data_ptr<float>(), bias.numel(), sums.bias.begin());
    }
    return sums;
}

} // namespace

std::optional<Tensor> dequantizedConvolution(const KernelCall& call, const ConvolutionAttributes& attributes,
                                             const FloatEpilogue& epilogue, DequantizedFilters& memory)
{
    const auto* const factors = call.dequantized;
    if (!factors || !isWorthIntegers(call.input(0).data, call.input(1).data, attributes))
        return {};
    const auto weight = memory.weight.of(call, 1, [&] { return weightOf(call.input(1).data, *factors); });
    auto x = weight->has_value() ? integersOf(call.input(0).data, factors->x) : std::nullopt;
    if (!x)
        return {};
    return exactConvolution({std::move(*x), factors->x.zeroPoints}, (*weight)->integers, attributes,
                            sumsOf(call, *factors, epilogue), memoryOf(memory.packed, call, 1));
}

} // namespace ql::ops
