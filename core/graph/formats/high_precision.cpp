// SPDX-License-Identifier: GPL-3.0-or-later
// 16-bit floats: what "high precision" is on most targets.
#include "core/graph/formats/number_format.h"

namespace ql::graph::formats {

std::vector<NumberFormat> high_precision()
{
    const auto plain = [](const char* name, const char* summary, DataType type) {
        return NumberFormat{.name = name,
                            .summary = summary,
                            .element = {.bits = 16, .layout = layoutOf(type)},
                            .scaling = NumberFormat::Scaling::None};
    };
    return {plain("bf16", "bfloat16", DataType::BFloat16), plain("fp16", "float16", DataType::Float16)};
}

} // namespace ql::graph::formats
