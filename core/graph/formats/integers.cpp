// SPDX-License-Identifier: GPL-3.0-or-later
// Integers in equal steps: int2 to int16, uint2 to uint16, and each with scales that are powers of two.
#include "core/graph/formats/number_format.h"

#include <fmt/format.h>

namespace ql::graph::formats {

std::vector<NumberFormat> integers()
{
    constexpr int kLeastBits = 2;
    constexpr int kMostBits = 16;
    std::vector<NumberFormat> all;
    for (const bool isPower : {false, true})
        for (const bool isSigned : {true, false})
            for (int bits = kLeastBits; bits <= kMostBits; ++bits)
                all.push_back({.name = fmt::format("{}int{}{}", isSigned ? "" : "u", bits, isPower ? "_pow2" : ""),
                               .summary = isPower ? "integers in steps of a power of two" : "integers in equal steps",
                               .element = {.bits = bits, .isSigned = isSigned},
                               .scaling = isPower ? NumberFormat::Scaling::PowerOfTwo : NumberFormat::Scaling::Tensor,
                               .hasZeroPoint = !isSigned});
    return all;
}

} // namespace ql::graph::formats
