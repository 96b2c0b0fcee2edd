// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

/// Whether saturating to the integers of @p parameters already does what the Relu or Clip @p node does, to half a step.
bool isDoneBySaturation(const graph::Graph& graph, const graph::Node& node, const Parameters& parameters,
                        const IntegerFormat& format);

} // namespace ql::quant
