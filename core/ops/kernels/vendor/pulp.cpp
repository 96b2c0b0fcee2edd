// SPDX-License-Identifier: GPL-3.0-or-later
// The integer-only operators that QuantLib exports (domain PACTOps) and pulp-platform's Deeploy compiles (no domain),
// as Deeploy's generic C kernels compute them. All numbers are integers, which a file may keep in float. Deeploy moves
// unsigned numbers by half their range to store them in int8; here they are what the model says, from 0 on.
// - RequantShift: ⌊(x · mul + add) / div + 1/2⌋ within n_levels (or n_levels_out) levels, signed or not; div is a power
//   of two.
// - iSoftmax, over the last axis: with x' = x - max, z = ⌊-x' / log2⌋ of at most 31 and p = x' + z · log2, shares of
//   (coeffA · (p + coeffB)² + coeffC) >> z in n_levels levels.
// - iHardswish: x · one_over_six · (x + three within 0 … six).
// - iGELU: x · ((one + L) >> 1) with L = sgn(x) · (one - (min(|x|, -b) + b)²).
// - iRMSNorm: (x · weight / σ) >> log2(D), σ = ⌊√(mean of x² + 1)⌋, divisions toward zero, signed n_levels levels.
// - iLayerNorm: the same of x less its mean, bias added before the shift.
// - TrueIntegerDiv, IntegerDiv: Delta · eta · A / (eta · B + eps), rounded half away from zero.
#include "core/ops/quantization/whole_numbers.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <bit>

namespace ql::ops::kernels::pulp {

using graph::DataType;

namespace {

at::Tensor dividedTowardZero(const at::Tensor& a, const at::Tensor& b)
{
    return at::div(a, b, "trunc");
}

/// Attribute @p name, a power of two, as its exponent.
std::int64_t shiftOf(const graph::Node& node, const char* name)
{
    const auto divisor = wholeAttribute(node, name);
    if (divisor < 1 || !std::has_single_bit(static_cast<std::uint64_t>(divisor)))
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, expected a power of two", name, divisor));
    return std::countr_zero(static_cast<std::uint64_t>(divisor));
}

struct Levels {
    std::int64_t lowest;
    std::int64_t highest;
};

Levels levelsOf(const graph::Node& node, const char* name, bool isSigned)
{
    const auto count = wholeAttribute(node, name);
    if (count < 2 || count > std::int64_t{1} << 32)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, expected 2 to 2^32", name, count));
    return isSigned ? Levels{-(count / 2), count / 2 - 1} : Levels{0, count - 1};
}

/// The smallest type of integers that holds all levels.
DataType typeOf(const Levels& levels)
{
    const bool isSigned = levels.lowest < 0;
    const auto eight = isSigned ? DataType::Int8 : DataType::UInt8;
    const auto sixteen = isSigned ? DataType::Int16 : DataType::UInt16;
    if (levels.highest <= graph::highestOf(eight))
        return eight;
    if (levels.highest <= graph::highestOf(sixteen))
        return sixteen;
    return isSigned ? DataType::Int32 : DataType::UInt32;
}

/// One number for all, one per channel (axis 1, or the last where only that fits), or what broadcasts.
at::Tensor perChannel(const KernelCall& call, std::size_t i, const Message& what)
{
    const auto numbers = wholeNumbers(call.required(i), what);
    const auto& x = call.input(0).data;
    const auto rank = x.dim();
    if (numbers.dim() != 1 || numbers.numel() == 1 || rank < 2 || x.size(1) != numbers.numel())
        return numbers;
    graph::Shape shape(static_cast<std::size_t>(rank - 1), 1);
    shape.front() = numbers.numel();
    return numbers.view(shape);
}

Kernel bindRequantShift(const graph::Node& node)
{
    const char* count = node.attributes.has("n_levels") ? "n_levels" : "n_levels_out";
    const auto levels = levelsOf(node, count, wholeAttribute(node, "signed") != 0);
    return [levels, shift = shiftOf(node, "div")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto factor = perChannel(call, 1, "input 1 (mul)");
        const auto offset = perChannel(call, 2, "input 2 (add)");
        expectGrown(x, factor, "input 1 (mul)");
        expectGrown(x, offset, "input 2 (add)");
        auto y = wholeNumbers(x, "input 0 (x)").mul(factor).add_(offset);
        if (shift > 0)
            y = y.add_(std::int64_t{1} << (shift - 1)).bitwise_right_shift(shift);
        return {keptAs(y.clamp_(levels.lowest, levels.highest), x, typeOf(levels))};
    };
}

Kernel bindSoftmax(const graph::Node& node)
{
    const auto levels = levelsOf(node, "n_levels", false);
    const auto log2 = wholeAttribute(node, "log2");
    if (log2 < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, expected {} or more", "log2", log2, 1));
    return [levels, log2, a = wholeAttribute(node, "coeffA"), b = wholeAttribute(node, "coeffB"),
            c = wholeAttribute(node, "coeffC")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto given = wholeNumbers(x, "input 0 (x)");
        if (x.data.dim() == 0 || x.data.numel() == 0)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 (x) of shape {} has no rows", graph::toString(x.shape())));
        const auto below = given.sub(given.amax({-1}, true));
        const auto halvings = below.neg().floor_divide(log2).clamp_(0, 31);
        const auto rest = below.add(halvings.mul(log2)).add_(b);
        const auto powers = rest.mul(rest).mul_(a).add_(c).bitwise_right_shift(halvings);
        const auto sum = powers.sum({-1}, true);
        if (sum.le(0).any().item<bool>())
            throw Error(ErrorCode::InvalidNode, "attributes coeffA, coeffB and coeffC give a row no positive sum");
        const auto shares = dividedTowardZero(powers.mul(levels.highest), sum);
        return {keptAs(shares.clamp(0, levels.highest), x, typeOf(levels))};
    };
}

Kernel bindHardswish(const graph::Node& node)
{
    return [sixth = wholeAttribute(node, "one_over_six"), three = wholeAttribute(node, "three"),
            six = wholeAttribute(node, "six")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto given = wholeNumbers(x, "input 0 (x)");
        return {keptAs(given.add(three).clamp_(0, six).mul_(sixth).mul_(given), x, DataType::Int32)};
    };
}

Kernel bindGelu(const graph::Node& node)
{
    return [b = wholeAttribute(node, "b"),
            one = wholeAttribute(node, "one")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto given = wholeNumbers(x, "input 0 (x)");
        const auto distance = given.abs().clamp_max_(-b).add_(b);
        const auto curve = distance.mul(distance).neg_().add_(one).mul_(given.sign());
        return {keptAs(curve.add_(one).bitwise_right_shift(1).mul_(given), x, DataType::Int32)};
    };
}

/// ⌊√(mean of squares + 1)⌋ of each row, at least 1.
at::Tensor deviation(const at::Tensor& rows)
{
    const auto mean = at::div(rows.mul(rows).sum({-1}, true), std::max<std::int64_t>(rows.size(-1), 1), "trunc");
    return mean.add(1).to(at::kDouble).sqrt_().floor_().clamp_min_(1).to(at::kLong);
}

struct Normalization {
    Levels levels;
    std::int64_t shift;
};

Normalization normalizationOf(const graph::Node& node)
{
    return {levelsOf(node, "n_levels", true), shiftOf(node, "D")};
}

at::Tensor parameter(const KernelCall& call, std::size_t i, const Message& what)
{
    auto numbers = wholeNumbers(call.required(i), what);
    expectGrown(call.required(0), numbers, what);
    return numbers;
}

std::vector<Tensor> normalized(const KernelCall& call, const Normalization& how, bool isCentred)
{
    const auto& x = call.required(0);
    auto rows = wholeNumbers(x, "input 0 (x)");
    if (rows.dim() == 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 (x) of shape {} has no rows", graph::toString(x.shape())));
    if (isCentred)
        rows = rows.sub(at::div(rows.sum({-1}, true), std::max<std::int64_t>(rows.size(-1), 1), "trunc"));
    auto y = dividedTowardZero(rows.mul(parameter(call, 1, "input 1 (weight)")), deviation(rows));
    if (isCentred)
        y = y.add(parameter(call, 2, "input 2 (bias)"));
    y = y.bitwise_right_shift(how.shift).clamp_(how.levels.lowest, how.levels.highest);
    return {keptAs(y, x, typeOf(how.levels))};
}

std::vector<Tensor> rootMeanSquare(const KernelCall& call, const Normalization& how)
{
    return normalized(call, how, false);
}

std::vector<Tensor> layerNormalization(const KernelCall& call, const Normalization& how)
{
    return normalized(call, how, true);
}

Kernel bindDivision(const graph::Node& node)
{
    const auto eta = wholeAttribute(node, "eta");
    const auto delta = wholeAttribute(node, "Delta");
    std::int64_t factor = 0;
    if (__builtin_mul_overflow(delta, eta, &factor) || factor != static_cast<std::int32_t>(factor))
        throw Error(ErrorCode::InvalidNode,
                    Message("attributes Delta and eta are {} and {}, whose product 32 bits don't hold", delta, eta));
    return [eta, factor, epsilon = wholeAttribute(node, "eps")](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = call.required(0);
        const auto divisor = wholeNumbers(call.required(1), "input 1 (B)").mul(eta).add_(epsilon);
        expectGrown(a, divisor, "input 1 (B)");
        if (divisor.eq(0).any().item<bool>())
            throw Error(ErrorCode::InvalidNode, "input 1 (B) makes the divisor eta * B + eps zero");
        const auto dividend = wholeNumbers(a, "input 0 (A)").mul(factor);
        const auto half = divisor.bitwise_right_shift(1);
        const auto nearest = at::where(dividend.ge(0), dividend.add(half), dividend.sub(half));
        return {keptAs(dividedTowardZero(nearest, divisor), a, DataType::Int32)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions definitions;
    for (const auto* domain : {"", "PACTOps"}) {
        definitions.push_back({domain, "IntegerDiv", 1, kLatestOpset, bindDivision});
        definitions.push_back({domain, "RequantShift", 1, kLatestOpset, bindRequantShift});
        definitions.push_back({domain, "TrueIntegerDiv", 1, kLatestOpset, bindDivision});
        definitions.push_back({domain, "iGELU", 1, kLatestOpset, bindGelu});
        definitions.push_back({domain, "iHardswish", 1, kLatestOpset, bindHardswish});
        definitions.push_back({domain, "iLayerNorm", 1, kLatestOpset, boundTo<normalizationOf, layerNormalization>});
        definitions.push_back({domain, "iRMSNorm", 1, kLatestOpset, boundTo<normalizationOf, rootMeanSquare>});
        definitions.push_back({domain, "iSoftmax", 1, kLatestOpset, bindSoftmax});
    }
    return definitions;
}

} // namespace ql::ops::kernels::pulp
