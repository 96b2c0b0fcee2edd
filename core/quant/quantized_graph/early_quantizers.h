// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

namespace ql::quant {

/// @p plan with a quantizer for each value that is only moved before it is quantized: rounding first and moving the
/// integers gives the same, so that what makes the value may give integers. @pre plan.isCalibrated()
QuantPlan withEarlyQuantizers(const graph::Graph& graph, QuantPlan plan);

} // namespace ql::quant
