// SPDX-License-Identifier: GPL-3.0-or-later
// OCP's microscaling formats (MX specification 1.0, tables 1 to 6): blocks of 32 that share a power of two. And NVFP4:
// blocks of 16 with a scale in float8e4m3 and one of the tensor (NVIDIA, "Introducing NVFP4").
#include "core/graph/formats/number_format.h"

namespace ql::graph::formats {

namespace {

using Layout = MinifloatLayout;

constexpr int kShared = 32;
constexpr Layout kE2M1{2, 1, 1, Layout::Specials::None};

NumberFormat shared(const char* name, const char* summary, ElementFormat element)
{
    return {.name = name,
            .summary = summary,
            .element = element,
            .scaling = NumberFormat::Scaling::SharedExponent,
            .blockSize = kShared};
}

} // namespace

std::vector<NumberFormat> microscaling_formats()
{
    const auto of = [](const Layout& layout) { return ElementFormat{.bits = layout.bits(), .layout = layout}; };
    return {shared("mxfp8_e4m3", "8-bit floats, 32 share an exponent", of(layoutOf(DataType::Float8E4M3FN))),
            shared("mxfp8_e5m2", "8-bit floats, 32 share an exponent", of(layoutOf(DataType::Float8E5M2))),
            shared("mxfp6_e2m3", "6-bit floats, 32 share an exponent", of({2, 3, 1, Layout::Specials::None})),
            shared("mxfp6_e3m2", "6-bit floats, 32 share an exponent", of({3, 2, 3, Layout::Specials::None})),
            shared("mxfp4", "4-bit floats, 32 share an exponent", of(kE2M1)),
            shared("mxint8", "8-bit integers, 32 share an exponent", {.bits = 8, .pointBits = 6}),
            {.name = "nvfp4",
             .summary = "4-bit floats, 16 share a scale in float8",
             .element = of(kE2M1),
             .scaling = NumberFormat::Scaling::TwoLevel,
             .blockSize = 16}};
}

} // namespace ql::graph::formats
