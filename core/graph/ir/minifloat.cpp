// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/minifloat.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace ql::graph {

namespace {

using Format = MinifloatLayout;
using Specials = Format::Specials;

constexpr int kPowerBias = 127;
constexpr std::uint8_t kPowerNan = 255;

unsigned signBit(const Format& format)
{
    return 1u << (format.exponentBits + format.fractionBits);
}

unsigned infinity(const Format& format)
{
    return ((1u << format.exponentBits) - 1) << format.fractionBits;
}

unsigned nan(const Format& format)
{
    switch (format.specials) {
    case Specials::Ieee: return infinity(format) | 1u << (format.fractionBits - 1);
    case Specials::NanAllOnes: return signBit(format) - 1;
    case Specials::NanMinusZero: return signBit(format);
    case Specials::None: return signBit(format) - 1; // the largest number stands for it
    }
    return 0;
}

// The first magnitude, as bits, that is not a number of the format.
unsigned firstBeyondFinite(const Format& format)
{
    switch (format.specials) {
    case Specials::Ieee: return infinity(format);
    case Specials::NanAllOnes: return signBit(format) - 1;
    case Specials::NanMinusZero:
    case Specials::None: return signBit(format);
    }
    return 0;
}

// May be firstBeyondFinite() or more when the value is too large.
unsigned encodeMagnitude(const Format& format, double magnitude)
{
    if (magnitude == 0.0)
        return 0;
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int lowest = 1 - format.bias;
    const int scale = std::max(exponent - 1, lowest);
    if (scale > 2 * format.bias + 2)
        return signBit(format);
    const auto steps = unsigned(std::nearbyint(std::ldexp(magnitude, format.fractionBits - scale)));
    // Carries from the fraction run into the exponent by themselves; a subnormal has exponent bits 0.
    return (unsigned(scale - lowest) << format.fractionBits) + steps;
}

} // namespace

MinifloatLayout layoutOf(DataType type)
{
    switch (type) {
    case DataType::Float16: return {5, 10, 15, Specials::Ieee};
    case DataType::BFloat16: return {8, 7, 127, Specials::Ieee};
    case DataType::Float8E5M2: return {5, 2, 15, Specials::Ieee};
    case DataType::Float8E4M3FN: return {4, 3, 7, Specials::NanAllOnes};
    case DataType::Float8E4M3FNUZ: return {4, 3, 8, Specials::NanMinusZero};
    case DataType::Float8E5M2FNUZ: return {5, 2, 16, Specials::NanMinusZero};
    case DataType::Float4E2M1: return {2, 1, 1, Specials::None};
    default: assert(false); return {5, 10, 15, Specials::Ieee};
    }
}

double MinifloatLayout::largest() const
{
    return decodeMinifloat(*this, std::uint16_t(firstBeyondFinite(*this) - 1));
}

bool isMinifloat(DataType type)
{
    return isFloatingPoint(type) && type != DataType::Float && type != DataType::Double;
}

double decodeMinifloat(DataType type, std::uint16_t bits)
{
    if (type == DataType::Float8E8M0)
        return bits == kPowerNan ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, bits - kPowerBias);
    return decodeMinifloat(layoutOf(type), bits);
}

double decodeMinifloat(const MinifloatLayout& format, std::uint16_t bits)
{
    const auto magnitude = bits & (signBit(format) - 1);
    const double sign = bits & signBit(format) ? -1.0 : 1.0;
    if (format.specials == Specials::NanMinusZero && bits == signBit(format))
        return std::numeric_limits<double>::quiet_NaN();
    if (magnitude >= firstBeyondFinite(format)) {
        const bool isInfinity = format.specials == Specials::Ieee && magnitude == infinity(format);
        return sign * (isInfinity ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN());
    }
    const int exponent = int(magnitude >> format.fractionBits);
    const int fraction = int(magnitude & ((1u << format.fractionBits) - 1));
    if (exponent == 0)
        return sign * std::ldexp(fraction, 1 - format.bias - format.fractionBits);
    return sign * std::ldexp(fraction + (1 << format.fractionBits), exponent - format.bias - format.fractionBits);
}

std::uint16_t encodeMinifloat(DataType type, double value)
{
    if (type == DataType::Float8E8M0)
        return encodePowerOfTwo(value, PowerRounding::Nearest, false);
    return encodeMinifloat(layoutOf(type), value);
}

std::uint16_t encodeMinifloat(const MinifloatLayout& format, double value)
{
    if (std::isnan(value))
        return std::uint16_t(nan(format));
    const bool hasInfinity = format.specials == Specials::Ieee;
    const auto sign = std::signbit(value) ? signBit(format) : 0u;
    auto magnitude = std::isinf(value) ? signBit(format) : encodeMagnitude(format, std::fabs(value));
    if (magnitude >= firstBeyondFinite(format)) {
        if (format.specials == Specials::None)
            return std::uint16_t(sign | nan(format));
        if (!hasInfinity)
            return std::uint16_t(nan(format));
        magnitude = infinity(format);
    }
    const bool isMinusZeroTaken = format.specials == Specials::NanMinusZero && magnitude == 0;
    return std::uint16_t(isMinusZeroTaken ? 0u : sign | magnitude);
}

std::uint8_t encodePowerOfTwo(double value, PowerRounding rounding, bool saturates)
{
    if (std::isnan(value))
        return kPowerNan;
    const double magnitude = std::fabs(value);
    const double lowest = std::ldexp(1.0, -kPowerBias);
    const double highest = std::ldexp(1.0, kPowerBias);
    if (!saturates && (magnitude < lowest || magnitude > highest))
        return kPowerNan;
    int exponent = 0;
    const double fraction = 2.0 * std::frexp(std::clamp(magnitude, lowest, highest), &exponent); // from 1 to 2
    const bool goesUp =
        rounding == PowerRounding::Up ? fraction > 1.0 : rounding == PowerRounding::Nearest && fraction >= 1.5;
    return static_cast<std::uint8_t>(exponent - 1 + kPowerBias + (goesUp ? 1 : 0));
}

} // namespace ql::graph
