// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/data_type.h"

#include <cstdint>

namespace ql::graph {

/// What the bits of a small float with a sign mean.
struct MinifloatLayout {
    enum class Specials {
        Ieee,         ///< exponent all ones: infinity and NaN
        NanAllOnes,   ///< "FN": everything finite but exponent and fraction all ones
        NanMinusZero, ///< "FNUZ": everything finite but what would be -0
        None          ///< everything finite
    };
    int exponentBits;
    int fractionBits;
    int bias;
    Specials specials;

    int bits() const { return 1 + exponentBits + fractionBits; }
    /// The largest finite number.
    double largest() const;
    friend bool operator==(const MinifloatLayout&, const MinifloatLayout&) = default;
};

/// As of the types below, for @p bits and to the nearest.
double decodeMinifloat(const MinifloatLayout& layout, std::uint16_t bits);
std::uint16_t encodeMinifloat(const MinifloatLayout& layout, double value);

/// @pre isMinifloat(type), and not float8e8m0
MinifloatLayout layoutOf(DataType type);

/// float16, bfloat16 and the narrow floats: those that C++ has no type for.
bool isMinifloat(DataType type);

/// The number that @p bits stands for; NaN payloads are lost. @pre isMinifloat(type)
double decodeMinifloat(DataType type, std::uint16_t bits);

/// The nearest number of @p type, ties to even. What is too large becomes infinity, or NaN in the types without one;
/// NaN becomes the positive quiet NaN (the only NaN of the FNUZ types). float4e2m1 has neither infinity nor NaN: what
/// is too large becomes ±6, NaN 6. float8e8m0 goes by encodePowerOfTwo(), to the nearest. @pre isMinifloat(type)
std::uint16_t encodeMinifloat(DataType type, double value);

/// How a magnitude between two powers of two becomes one of them.
enum class PowerRounding {
    Up,     ///< the larger one
    Down,   ///< the smaller one
    Nearest ///< by distance, the larger one from the middle
};

/// float8e8m0, which holds 2^-127 to 2^127 and NaN, no zero and no sign: the power of two for the magnitude of @p
/// value. What lies below or above all of them becomes the outermost one if @p saturates, else NaN. So does zero.
std::uint8_t encodePowerOfTwo(double value, PowerRounding rounding, bool saturates);

} // namespace ql::graph
