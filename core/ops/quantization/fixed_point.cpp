// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/fixed_point.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ql::ops {

namespace {

/// Fractions of 2^(kBits - 1) in so many bits; constants are given in 32.
template <int kBits>
struct Fixed {
    static constexpr std::int32_t kMost = std::int32_t((std::int64_t{1} << (kBits - 1)) - 1);
    static constexpr std::int32_t kLeast = -kMost - 1;
    static constexpr std::int32_t kOne = kMost;
    static constexpr std::int32_t kOneOfTwoBits = 1 << (kBits - 3); ///< with two bits before the point

    static std::int32_t constant(std::int32_t ofWide) { return dividedByPower(ofWide, 32 - kBits); }
    static std::int32_t wrapped(std::int64_t x)
    {
        const auto moved = static_cast<std::uint32_t>(static_cast<std::uint64_t>(x)) << (32 - kBits);
        return static_cast<std::int32_t>(moved) >> (32 - kBits);
    }
    static std::int32_t saturated(std::int64_t x) { return std::int32_t(std::clamp<std::int64_t>(x, kLeast, kMost)); }
    /// round(a · b / 2^(kBits - 1)), halves away from zero.
    static std::int32_t product(std::int32_t a, std::int32_t b)
    {
        constexpr std::int64_t kHalf = std::int64_t{1} << (kBits - 2);
        const auto whole = std::int64_t(a) * b;
        return saturated((whole + (whole >= 0 ? kHalf : 1 - kHalf)) / (std::int64_t{1} << (kBits - 1)));
    }
    /// round(x · 2^exponent); to the left it saturates.
    static std::int32_t shifted(std::int32_t x, int exponent)
    {
        return exponent <= 0 ? dividedByPower(x, -exponent) : saturated(std::int64_t(x) << exponent);
    }

    static std::int32_t exponentialNearZero(std::int32_t a);
    static std::int32_t reciprocalOfHalf(std::int32_t x);
    static std::int32_t exponential(std::int32_t x, int integerBits);
    static std::int32_t reciprocal(std::int32_t x) { return shifted(reciprocalOfHalf(x), 1); }
    static std::int32_t logistic(std::int32_t x, int integerBits);
    static std::int32_t tanh(std::int32_t x, int integerBits);
};

using Wide = Fixed<32>;
using Short = Fixed<16>;

std::int32_t halfSum(std::int32_t a, std::int32_t b)
{
    const auto sum = std::int64_t(a) + b;
    return std::int32_t((sum + (sum >= 0 ? 1 : -1)) / 2);
}

/// e^x for -1/4 ≤ x < 0, by Taylor's series around -1/8.
template <int kBits>
std::int32_t Fixed<kBits>::exponentialNearZero(std::int32_t a)
{
    const auto atMinusEighth = constant(1895147668);
    const auto third = constant(715827883);
    const auto x = a + (std::int32_t{1} << (kBits - 4));
    const auto square = product(x, x);
    const auto cube = product(square, x);
    const auto quarterOfFourth = shifted(product(square, square), -2);
    const auto rest = shifted(product(quarterOfFourth + cube, third) + square, -1);
    return saturated(std::int64_t(atMinusEighth) + product(atMinusEighth, x + rest));
}

/// Newton's steps towards 1 / ((1 + x) / 2), with two bits before the point.
template <int kBits>
std::int32_t Fixed<kBits>::reciprocalOfHalf(std::int32_t x)
{
    const auto of48Over17 = constant(1515870810);
    const auto ofMinus32Over17 = constant(-1010580540);
    const auto half = halfSum(x, kOne);
    auto guess = wrapped(std::int64_t(of48Over17) + product(half, ofMinus32Over17));
    for (int step = 0; step < 3; ++step) {
        const auto missing = wrapped(std::int64_t(kOneOfTwoBits) - product(half, guess));
        guess = wrapped(std::int64_t(guess) + shifted(product(guess, missing), 2));
    }
    return guess;
}

template <int kBits>
std::int32_t Fixed<kBits>::exponential(std::int32_t x, int integerBits)
{
    struct Factor {
        int exponent; ///< of two; e^-(2^exponent)
        std::int32_t value;
    };
    constexpr Factor kFactors[] = {{-2, 1672461947}, {-1, 1302514674}, {0, 790015084}, {1, 290630308},
                                   {2, 39332535},    {3, 720401},      {4, 242}};
    if (x == 0)
        return kOne;
    const int fractionalBits = kBits - 1 - integerBits;
    const auto quarter = std::int32_t{1} << (fractionalBits - 2);
    const auto inQuarter = (x & (quarter - 1)) - quarter;
    auto result = exponentialNearZero(shifted(inQuarter, integerBits));
    const auto remainder = inQuarter - x;
    for (const auto& [exponent, value] : kFactors)
        if (integerBits > exponent && (remainder & (std::int32_t{1} << (fractionalBits + exponent))) != 0)
            result = product(result, constant(value));
    return integerBits > 5 && x < -(std::int32_t{1} << (fractionalBits + 5)) ? 0 : result;
}

template <int kBits>
std::int32_t Fixed<kBits>::logistic(std::int32_t x, int integerBits)
{
    if (x == 0)
        return 1 << (kBits - 2);
    const auto positive = reciprocal(exponential(x > 0 ? -x : x, integerBits));
    return x > 0 ? positive : kOne - positive;
}

/// (1 - e) / (1 + e) of e^-2|x|, with the sign of x.
template <int kBits>
std::int32_t Fixed<kBits>::tanh(std::int32_t x, int integerBits)
{
    if (x == 0)
        return 0;
    // Twice as much with one more bit before the point is the same number.
    const auto power = exponential(x > 0 ? -x : x, integerBits + 1);
    const auto magnitude = shifted(wrapped(std::int64_t(reciprocalOfHalf(power)) - kOneOfTwoBits), 2);
    return x > 0 ? magnitude : -magnitude;
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
    return Wide::product(a, b);
}

std::int32_t dividedByPower(std::int32_t x, int exponent)
{
    const auto mask = std::int32_t((std::int64_t{1} << exponent) - 1);
    const auto threshold = (mask >> 1) + (x < 0 ? 1 : 0);
    return (x >> exponent) + ((x & mask) > threshold ? 1 : 0);
}

std::int32_t scaled(std::int32_t x, FixedFactor factor)
{
    const auto moved = Wide::wrapped(std::int64_t(x) * (std::int64_t{1} << std::max(factor.shift, 0)));
    return dividedByPower(highProduct(moved, factor.fraction), std::max(-factor.shift, 0));
}

std::int32_t scaledWide(std::int64_t x, FixedFactor factor)
{
    constexpr std::int32_t kLargestRounded = 0x7fff0000;
    const std::int64_t fraction = factor.fraction < kLargestRounded ? (factor.fraction + (1 << 15)) >> 16 : 0x7fff;
    const int shift = 15 - factor.shift;
    const auto product = static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(fraction);
    if (shift <= 0)
        return Wide::wrapped(static_cast<std::int64_t>(product << -shift));
    return Wide::wrapped(static_cast<std::int64_t>(product + (std::uint64_t{1} << (shift - 1))) >> shift);
}

std::int32_t fixedExponential(std::int32_t x, int integerBits)
{
    return Wide::exponential(x, integerBits);
}

std::int32_t fixedReciprocal(std::int32_t x)
{
    return Wide::reciprocal(x);
}

std::int32_t fixedLogistic(std::int32_t x, int integerBits)
{
    return Wide::logistic(x, integerBits);
}

std::int32_t fixedTanh(std::int32_t x, int integerBits)
{
    return Wide::tanh(x, integerBits);
}

std::int32_t shortLogistic(std::int32_t x, int integerBits)
{
    return Short::logistic(x, integerBits);
}

std::int32_t shortTanh(std::int32_t x, int integerBits)
{
    return Short::tanh(x, integerBits);
}

FixedFactor inverseSquareRoot(std::int32_t x)
{
    constexpr std::int32_t kThreeHalves = (1 << 28) + (1 << 27); // with three bits before the point, as the guess
    constexpr std::int32_t kRootOfHalf = 1518500250;
    if (x <= 1)
        return {Wide::kMost, 0};
    int shift = 11;
    for (; x >= 1 << 29; x /= 4)
        ++shift;
    const int pairs = (std::countl_zero(static_cast<std::uint32_t>(x)) - 1) / 2 - 1;
    shift -= pairs;
    const auto half = dividedByPower((x << (2 * pairs)) >> 1, 1);
    std::int32_t guess = 1 << 28;
    for (int step = 0; step < 5; ++step) {
        const auto cube = Wide::shifted(highProduct(highProduct(guess, guess), guess), 6);
        guess = Wide::shifted(highProduct(kThreeHalves, guess) - highProduct(half, cube), 3);
    }
    guess = highProduct(guess, kRootOfHalf);
    return {shift < 0 ? guess << -shift : guess, std::min(-shift, 0)};
}

} // namespace ql::ops
