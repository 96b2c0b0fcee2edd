// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::ops {

namespace {

constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kOne = kMost; ///< as a fraction of 2^31

std::int32_t wrapped(std::int64_t x)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(x)));
}

std::int32_t saturated(std::int64_t x)
{
    return std::int32_t(std::clamp<std::int64_t>(x, kLeast, kMost));
}

/// round(x · 2^exponent); to the left it saturates.
std::int32_t shiftedByPower(std::int32_t x, int exponent)
{
    return exponent <= 0 ? dividedByPower(x, -exponent) : saturated(std::int64_t(x) << exponent);
}

std::int32_t halfSum(std::int32_t a, std::int32_t b)
{
    const auto sum = std::int64_t(a) + b;
    return std::int32_t((sum + (sum >= 0 ? 1 : -1)) / 2);
}

/// e^x for -1/4 ≤ x < 0, by Taylor's series around -1/8.
std::int32_t exponentialNearZero(std::int32_t a)
{
    constexpr std::int32_t kAtMinusEighth = 1895147668;
    constexpr std::int32_t kThird = 715827883;
    const auto x = a + (std::int32_t{1} << 28);
    const auto square = highProduct(x, x);
    const auto cube = highProduct(square, x);
    const auto quarterOfFourth = shiftedByPower(highProduct(square, square), -2);
    const auto rest = shiftedByPower(highProduct(quarterOfFourth + cube, kThird) + square, -1);
    return saturated(std::int64_t(kAtMinusEighth) + highProduct(kAtMinusEighth, x + rest));
}

/// Newton's steps towards 1 / ((1 + x) / 2), with two bits before the point.
std::int32_t reciprocalOfHalf(std::int32_t x)
{
    constexpr std::int32_t k48Over17 = 1515870810;
    constexpr std::int32_t kMinus32Over17 = -1010580540;
    constexpr std::int32_t kOneOfTwoBits = 1 << 29;
    const auto half = halfSum(x, kOne);
    auto guess = wrapped(std::int64_t(k48Over17) + highProduct(half, kMinus32Over17));
    for (int step = 0; step < 3; ++step) {
        const auto missing = wrapped(std::int64_t(kOneOfTwoBits) - highProduct(half, guess));
        guess = wrapped(std::int64_t(guess) + shiftedByPower(highProduct(guess, missing), 2));
    }
    return guess;
}

/// (1 - x) / (1 + x)
std::int32_t complementRatio(std::int32_t x)
{
    constexpr std::int32_t kOneOfTwoBits = 1 << 29;
    return shiftedByPower(wrapped(std::int64_t(reciprocalOfHalf(x)) - kOneOfTwoBits), 2);
}

} // namespace

FixedFactor fixedFactor(double factor)
{
    constexpr int kLeastShift = -31;
    if (!(factor > 0) || !std::isfinite(factor))
        return {};
    int shift = 0;
    auto fraction = std::llround(std::frexp(factor, &shift) * double(std::int64_t{1} << 31));
    if (fraction == std::int64_t{1} << 31) {
        fraction /= 2;
        ++shift;
    }
    return shift < kLeastShift ? FixedFactor{} : FixedFactor{std::int32_t(fraction), std::min(shift, 30)};
}

std::int32_t highProduct(std::int32_t a, std::int32_t b)
{
    if (a == kLeast && b == kLeast)
        return kMost;
    const auto product = std::int64_t(a) * b;
    constexpr std::int64_t kHalf = std::int64_t{1} << 30;
    return std::int32_t((product + (product >= 0 ? kHalf : 1 - kHalf)) / (std::int64_t{1} << 31));
}

std::int32_t dividedByPower(std::int32_t x, int exponent)
{
    const auto mask = std::int32_t((std::int64_t{1} << exponent) - 1);
    const auto threshold = (mask >> 1) + (x < 0 ? 1 : 0);
    return (x >> exponent) + ((x & mask) > threshold ? 1 : 0);
}

std::int32_t scaled(std::int32_t x, FixedFactor factor)
{
    const auto moved = wrapped(std::int64_t(x) * (std::int64_t{1} << std::max(factor.shift, 0)));
    return dividedByPower(highProduct(moved, factor.fraction), std::max(-factor.shift, 0));
}

std::int32_t scaledWide(std::int64_t x, FixedFactor factor)
{
    constexpr std::int32_t kLargestRounded = 0x7fff0000;
    const std::int64_t fraction = factor.fraction < kLargestRounded ? (factor.fraction + (1 << 15)) >> 16 : 0x7fff;
    const int shift = 15 - factor.shift;
    const auto product = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(fraction);
    if (shift <= 0)
        return wrapped(static_cast<std::int64_t>(product << -shift));
    return wrapped(static_cast<std::int64_t>(product + (std::uint64_t{1} << (shift - 1))) >> shift);
}

std::int32_t fixedExponential(std::int32_t x, int integerBits)
{
    struct Factor {
        int exponent; ///< of two; e^-(2^exponent)
        std::int32_t value;
    };
    constexpr Factor kFactors[] = {{-2, 1672461947}, {-1, 1302514674}, {0, 790015084}, {1, 290630308},
                                   {2, 39332535},    {3, 720401},      {4, 242}};
    if (x == 0)
        return kOne;
    const int fractionalBits = 31 - integerBits;
    const auto quarter = std::int32_t{1} << (fractionalBits - 2);
    const auto inQuarter = (x & (quarter - 1)) - quarter;
    auto result = exponentialNearZero(shiftedByPower(inQuarter, integerBits));
    const auto remainder = inQuarter - x;
    for (const auto& [exponent, value] : kFactors)
        if (integerBits > exponent && (remainder & (std::int32_t{1} << (fractionalBits + exponent))) != 0)
            result = highProduct(result, value);
    return integerBits > 5 && x < -(std::int32_t{1} << (fractionalBits + 5)) ? 0 : result;
}

std::int32_t fixedReciprocal(std::int32_t x)
{
    return shiftedByPower(reciprocalOfHalf(x), 1);
}

std::int32_t fixedLogistic(std::int32_t x, int integerBits)
{
    constexpr std::int32_t kHalf = 1 << 30;
    if (x == 0)
        return kHalf;
    const auto negative = x > 0 ? -x : std::max(x, -kMost);
    const auto positive = fixedReciprocal(fixedExponential(negative, integerBits));
    return x > 0 ? positive : kOne - positive;
}

std::int32_t fixedTanh(std::int32_t x, int integerBits)
{
    if (x == 0)
        return 0;
    // Twice as much with one more bit before the point is the same number.
    const auto negative = x > 0 ? -x : std::max(x, -kMost);
    const auto magnitude = complementRatio(fixedExponential(negative, integerBits + 1));
    return x > 0 ? magnitude : -magnitude;
}

} // namespace ql::ops
