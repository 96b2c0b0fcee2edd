// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/reference_integers.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <cmath>

namespace ql::ops {

namespace {

using graph::DataType;

std::vector<float> scalesAt(const KernelCall& call, std::size_t slot)
{
    const auto& scale = call.required(slot);
    expectType(scale, Message("input {} (scale)", slot), {DataType::Float});
    const auto data = scale.data.contiguous();
    const auto* first = data.data_ptr<float>();
    return {first, first + data.numel()};
}

std::int32_t quantized(float real, const ReferenceScale& scale)
{
    const auto rounded = std::round(real / scale.scale);
    return scale.zeroPoint + std::int32_t(std::clamp(rounded, -1e9F, 1e9F));
}

} // namespace

ReferenceScale referenceScale(const KernelCall& call, std::size_t slot)
{
    const auto scales = scalesAt(call, slot);
    const auto& zeroPoint = call.required(slot + 1);
    if (scales.size() != 1 || zeroPoint.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch, Message("input {} has {} scales and {} zero points, expected one of each",
                                                      slot, scales.size(), zeroPoint.data.numel()));
    if (!(scales.front() > 0))
        throw Error(ErrorCode::InvalidNode, Message("input {} (scale) isn't positive", slot));
    return {scales.front(), zeroPoint.data.to(at::kInt).item<std::int32_t>()};
}

void expectReferenceIntegers(const Tensor& tensor, const Message& what)
{
    expectType(tensor, what, {DataType::Int8, DataType::UInt8, DataType::Int16});
}

at::Tensor centered(const Tensor& tensor, std::int32_t zeroPoint)
{
    const auto wide = tensor.data.to(at::kInt);
    return (zeroPoint == 0 ? wide : wide.sub(zeroPoint)).contiguous();
}

ReferenceBounds referenceBounds(DataType type, const ReferenceScale& result, std::int64_t activation)
{
    enum Fused { kNone, kRelu, kReluN1To1, kRelu6 };
    ReferenceBounds bounds{std::int32_t(graph::lowestOf(type)), std::int32_t(graph::highestOf(type))};
    if (activation < kNone || activation > kRelu6)
        throw Error(ErrorCode::InvalidNode, Message("activation {} has no form on integers", activation));
    if (activation == kRelu || activation == kRelu6)
        bounds.lowest = std::max(bounds.lowest, quantized(0.0F, result));
    if (activation == kReluN1To1)
        bounds.lowest = std::max(bounds.lowest, quantized(-1.0F, result));
    if (activation == kReluN1To1 || activation == kRelu6)
        bounds.highest = std::min(bounds.highest, quantized(activation == kRelu6 ? 6.0F : 1.0F, result));
    return bounds;
}

/// One scale for all weights is multiplied in float by the kernels of matrix products and of unsigned integers.
std::vector<FixedFactor> productFactors(const KernelCall& call, DataType inputType, std::int64_t channels)
{
    constexpr std::size_t kWeightScale = 4;
    const auto input = referenceScale(call, 1);
    const auto weights = scalesAt(call, kWeightScale);
    if (weights.size() != 1 && std::int64_t(weights.size()) != channels)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("the weights have {} scales, expected 1 or {}", weights.size(), channels));
    const double result = call.required(6).data.numel() == 1 ? double(scalesAt(call, 6).front()) : 0.0;
    std::vector<FixedFactor> factors;
    for (const auto weight : weights) {
        const auto product = inputType == DataType::UInt8 ? double(input.scale * weight) : double(input.scale) * weight;
        factors.push_back(fixedFactor(product / result));
    }
    factors.resize(std::size_t(channels), factors.front());
    return factors;
}

std::vector<std::int64_t> referenceBias(const KernelCall& call, std::size_t slot, std::int64_t channels)
{
    if (!call.has(slot))
        return std::vector<std::int64_t>(std::size_t(channels), 0);
    const auto& bias = call.required(slot);
    expectType(bias, Message("input {} (bias)", slot), {DataType::Int32, DataType::Int64});
    if (bias.data.numel() != channels)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("the bias has {} elements, expected {}", bias.data.numel(), channels));
    const auto data = bias.data.to(at::kLong).contiguous();
    const auto* first = data.data_ptr<std::int64_t>();
    return {first, first + channels};
}

bool hasWideSums(const KernelCall& call, std::size_t biasSlot)
{
    return call.required(0).type == DataType::Int16
           && !(call.has(biasSlot) && call.required(biasSlot).type == DataType::Int32);
}

} // namespace ql::ops
