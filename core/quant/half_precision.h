// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_settings.h"

#include <cstddef>
#include <string>

namespace ql::quant {

/// The layers that @p settings would quantize but that compute in float16 or bfloat16, which quantizers don't support.
struct HalfPrecision {
    std::size_t count = 0;
    std::string first;    ///< the first one's name
    std::string typeName; ///< and what it reads
};
HalfPrecision halfPrecisionLayers(const graph::Graph& graph, const QuantSettings& settings);

} // namespace ql::quant
