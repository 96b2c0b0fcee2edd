// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/data_type.h"

#include <cstdint>

namespace ql::graph {

/// float16, bfloat16 and the float8 types: those that C++ has no type for.
bool isMinifloat(DataType type);

/// The number that @p bits stands for; NaN payloads are lost. @pre isMinifloat(type)
double decodeMinifloat(DataType type, std::uint16_t bits);

/// The nearest number of @p type, ties to even. What is too large becomes infinity, or NaN in the types without one;
/// NaN becomes the positive quiet NaN (the only NaN of the FNUZ types). @pre isMinifloat(type)
std::uint16_t encodeMinifloat(DataType type, double value);

} // namespace ql::graph
