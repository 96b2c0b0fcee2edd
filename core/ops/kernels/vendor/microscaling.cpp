// SPDX-License-Identifier: GPL-3.0-or-later
// AMD Quark's MXQuantizeDequantize (MXFixNeuron before it was renamed): the OCP's microscaling formats and back. Blocks
// of block_size along axis (the only one of a vector) share the scale 2^(⌊log2 of the largest magnitude⌋ - the largest
// exponent of element_dtype); x / scale is rounded to an element and clamped to the largest one. int8 elements count
// 64ths. Infinities and NaN stay as they are and don't count. rounding_mode: 0 half away from zero, 1 half up, 2 half
// to even.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::ops::kernels::microscaling {

namespace {

struct Element {
    std::string_view name;
    int lowestExponent; ///< of normal numbers
    int highestExponent;
    int fractionBits;
    double lowest;
    double highest;
};

constexpr std::array kElements{Element{"fp8_e5m2", -14, 15, 2, -57344, 57344},
                               Element{"fp8_e4m3", -6, 8, 3, -448, 448},
                               Element{"fp6_e3m2", -2, 4, 2, -28, 28},
                               Element{"fp6_e2m3", 0, 2, 3, -7.5, 7.5},
                               Element{"fp4_e2m1", 0, 2, 1, -6, 6},
                               Element{"int8", 0, 0, 6, -2, 127.0 / 64}};

struct Blocks {
    Element element;
    std::int64_t axis;
    std::int64_t size;
    std::int64_t roundingMode;
};

Blocks blocksOf(const graph::Node& node)
{
    const auto name = node.attributes.stringOr("element_dtype", "int8");
    const auto element = std::ranges::find(kElements, name, &Element::name);
    if (element == kElements.end())
        throw Error(ErrorCode::InvalidNode, Message("attribute element_dtype is \"{}\", which is unknown", name));
    const Blocks blocks{*element, node.attributes.intOr("axis", 1), node.attributes.intOr("block_size", 32),
                        node.attributes.intOr("rounding_mode", 0)};
    if (blocks.size < 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} is {}, expected {} or more", "block_size", blocks.size, 1));
    if (blocks.roundingMode < 0 || blocks.roundingMode > 2)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute rounding_mode is {}, expected 0, 1 or 2", blocks.roundingMode));
    return blocks;
}

at::Tensor rounded(const at::Tensor& x, std::int64_t mode)
{
    if (mode == 2)
        return x.round();
    return mode == 1 ? x.add(0.5).floor_() : x.abs().add_(0.5).floor_().mul_(x.sign());
}

/// 2^⌊log2 x⌋ as its exponent, at least @p lowest, which zero gets, too.
at::Tensor exponents(const at::Tensor& magnitudes, int lowest)
{
    const auto exponents = std::get<1>(at::frexp(magnitudes)).sub_(1);
    return at::where(magnitudes.eq(0), lowest, exponents.to(at::kDouble)).clamp_min_(lowest);
}

at::Tensor powersOfTwo(const at::Tensor& exponents)
{
    return at::ldexp(at::ones({}, at::kDouble), exponents);
}

/// @p x in double, its blocks along the last axis.
at::Tensor quantized(const at::Tensor& x, const Blocks& blocks)
{
    constexpr int kLowestOfFloat = -127;
    const auto finite = x.masked_fill(x.isfinite().logical_not_(), 0);
    const auto shared = exponents(finite.abs().amax({-1}, true), kLowestOfFloat);
    const auto scale = powersOfTwo(shared.sub(blocks.element.highestExponent));
    const auto elements = finite.div(scale);
    // Integers are as far apart as the smallest floats of their size.
    const bool isInteger = blocks.element.highestExponent == 0;
    const auto exponent =
        isInteger ? at::zeros_like(elements) : exponents(elements.abs(), blocks.element.lowestExponent);
    const auto steps = powersOfTwo(exponent.sub(blocks.element.fractionBits));
    const auto nearest = rounded(elements.div(steps), blocks.roundingMode).mul_(steps);
    const auto y = nearest.clamp_(blocks.element.lowest, blocks.element.highest).mul_(scale);
    return at::where(x.isfinite(), y, x);
}

std::vector<Tensor> evaluate(const KernelCall& call, const Blocks& blocks)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (x)");
    if (x.data.numel() == 0)
        return {x};
    const auto given = x.data.dim() == 0 ? x.data.reshape({1}) : x.data;
    const auto axis = given.dim() == 1 ? 0 : normalizedAxis(blocks.axis, given.dim());
    const auto rows = given.to(at::kDouble).movedim(axis, -1);
    const auto length = rows.size(-1);
    const auto size = std::min(blocks.size, length);
    const auto count = (length + size - 1) / size;
    auto shape = rows.sizes().vec();
    const auto padded = at::constant_pad_nd(rows, {0, count * size - length});
    shape.back() = count;
    shape.push_back(size);
    const auto y = quantized(padded.reshape(shape), blocks).flatten(-2).narrow(-1, 0, length).movedim(-1, axis);
    return {storedAs(y.reshape(x.data.sizes()).contiguous(), x.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.amd.quark", "MXQuantizeDequantize", 1, kLatestOpset, boundTo<blocksOf, evaluate>},
            {"com.vai.quantize", "MXFixNeuron", 1, kLatestOpset, boundTo<blocksOf, evaluate>}};
}

} // namespace ql::ops::kernels::microscaling
