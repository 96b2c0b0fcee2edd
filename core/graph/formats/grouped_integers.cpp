// SPDX-License-Identifier: GPL-3.0-or-later
// Few bits with a float scale for each group of 32, 64 or 128 weights, as GPTQ and AWQ store them; with _zp, a zero
// point for each group, too.
#include "core/graph/formats/number_format.h"

#include <fmt/format.h>

namespace ql::graph::formats {

std::vector<NumberFormat> grouped_integers()
{
    std::vector<NumberFormat> all;
    for (const int bits : {2, 3, 4, 8})
        for (const int size : {32, 64, 128})
            for (const bool hasZeroPoint : {false, true})
                all.push_back({.name = fmt::format("int{}_g{}{}", bits, size, hasZeroPoint ? "_zp" : ""),
                               .summary = hasZeroPoint ? "integers with a scale and a zero point for each group"
                                                       : "integers with a scale for each group",
                               .element = {.bits = bits, .isSigned = !hasZeroPoint},
                               .scaling = NumberFormat::Scaling::Group,
                               .blockSize = size,
                               .hasZeroPoint = hasZeroPoint});
    return all;
}

} // namespace ql::graph::formats
