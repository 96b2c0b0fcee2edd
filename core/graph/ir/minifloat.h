// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/data_type.h"

#include <cstdint>

namespace ql::graph {

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
