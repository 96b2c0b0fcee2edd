// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/dequantized_convolution.h"

#include <algorithm>

namespace ql::ops {

namespace {

/// A sixth of a millisecond of floats: of smaller layers the last bits are worth more than the time.
constexpr std::int64_t kLeastProducts = 1 << 24;
/// Products per element of x below which floats take no longer: integers cost two passes over it.
constexpr std::int64_t kLeastReuse = 32;

/// Windows of one axis are left to floats: see planeConvolved() of Conv.
bool isWorthIntegers(const at::Tensor& x, const at::Tensor& weight, const ConvolutionAttributes& attributes)
{
    if (x.dim() != 4 || x.numel() == 0 || weight.numel() == 0)
        return false;
    const auto window = resolved(attributes.window, x.sizes().slice(2), weight.sizes().slice(2));
    const auto products =
        weight.numel() * window.outputSize(0, x.size(2), false) * window.outputSize(1, x.size(3), false);
    return weight.numel() / weight.size(0) <= kMostRecoveredTerms && products >= kLeastProducts
           && products >= kLeastReuse * (x.numel() / x.size(0));
}

std::vector<float> biasOf(const KernelCall& call)
{
    std::vector<float> all(static_cast<std::size_t>(call.input(1).data.size(0)), 0.0f);
    if (!call.has(2))
        return all;
    const auto bias = call.input(2).data.contiguous();
    std::copy_n(bias.data_ptr<float>(), bias.numel(), all.begin());
    return all;
}

} // namespace

std::optional<Tensor> dequantizedConvolution(const KernelCall& call, const ConvolutionAttributes& attributes,
                                             const FloatEpilogue& epilogue, DequantizedFilters& memory)
{
    if (!call.dequantized || !isWorthIntegers(call.input(0).data, call.input(1).data, attributes))
        return {};
    const auto weight = memory.weight.of(call, 1, [&call] { return recoveredWeight(call, 0); });
    const auto x = weight->has_value() ? recoveredOperand(call.input(0).data, call.dequantized->x) : std::nullopt;
    if (!x)
        return {};
    return exactConvolution(*x, (*weight)->integers, attributes,
                            ScaledSums{(*weight)->multipliers, biasOf(call), epilogue},
                            memoryOf(memory.packed, call, 1));
}

} // namespace ql::ops
