// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/dequantized_products.h"

namespace ql::ops {

namespace {

/// A sixth of a millisecond of floats: of smaller layers the last bits are worth more than the time.
constexpr std::int64_t kLeastProducts = 1 << 24;
/// Products per element of x below which floats take no longer: integers cost two passes over it.
constexpr std::int64_t kLeastReuse = 32;

/// Empty where there is none.
std::vector<float> biasOf(const KernelCall& call)
{
    if (!call.has(2))
        return {};
    const auto bias = call.input(2).data.contiguous();
    return {bias.data_ptr<float>(), bias.data_ptr<float>() + bias.numel()};
}

} // namespace

bool isWorthIntegers(const KernelCall& call, std::int64_t outputPlane)
{
    const auto& x = call.input(0).data;
    const auto& weight = call.input(1).data;
    if (!call.dequantized || x.dim() != 4 || x.numel() == 0 || weight.numel() == 0)
        return false;
    const auto products = weight.numel() * outputPlane;
    return weight.numel() / weight.size(0) <= kMostRecoveredTerms && products >= kLeastProducts
           && products >= kLeastReuse * (x.numel() / x.size(0));
}

std::optional<Tensor> dequantizedConvolution(const KernelCall& call, const ConvolutionAttributes& attributes,
                                             const FloatEpilogue& epilogue, DequantizedFilters& memory)
{
    const auto weight = memory.weight.of(call, 1, [&call] { return recoveredWeight(call, 0); });
    const auto x = weight->has_value() ? recoveredOperand(call.input(0).data, call.dequantized->x) : std::nullopt;
    if (!x)
        return {};
    return exactConvolution(*x, (*weight)->integers, attributes,
                            ScaledSums{(*weight)->multipliers, biasOf(call), epilogue},
                            memoryOf(memory.packed, call, 1));
}

} // namespace ql::ops
