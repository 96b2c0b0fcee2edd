// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <optional>

namespace ql::quant {

/// The integers that a quantizer stays within.
struct IntegerLimits {
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
};

/// Of a QuantizeLinear that an importer made of PyTorch's fake quantization, whose limits may be narrower than its
/// integer type (quant_max 127 of uint8, as its own configuration for x86 has it); nothing for others.
std::optional<IntegerLimits> writtenLimits(const graph::Node& quantize);

} // namespace ql::quant
