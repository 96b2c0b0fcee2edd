// SPDX-License-Identifier: GPL-3.0-or-later
// The two 8-bit floats of OCP's OFP8 specification (revision 1.0), with a scale per tensor or per channel of weights.
#include "core/graph/formats/number_format.h"

namespace ql::graph::formats {

std::vector<NumberFormat> scaled_floats()
{
    return {{.name = "fp8_e4m3",
             .summary = "8-bit floats up to 448",
             .element = {.bits = 8, .layout = layoutOf(DataType::Float8E4M3FN)}},
            {.name = "fp8_e5m2",
             .summary = "8-bit floats up to 57344",
             .element = {.bits = 8, .layout = layoutOf(DataType::Float8E5M2)}}};
}

} // namespace ql::graph::formats
