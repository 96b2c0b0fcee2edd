// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/layer.h"

namespace ql::quant {

/// Narrows the integers of @p info, those of its type, to the ones that @p quantize writes: a QuantizeLinear that an
/// importer made of PyTorch's fake quantization may stay within less than its integer type (quant_max 127 of uint8, as
/// its own configuration for x86 has it). Whether it does.
bool narrow(results::QuantizerInfo& info, const graph::Node& quantize);

} // namespace ql::quant
