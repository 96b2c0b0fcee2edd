// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <string>

namespace ql::analysis {

/// All that decides on what @p graph quantized by @p plan computes. Constants that are those of @p origin, whose
/// numbers never change, go without saying. @pre plan.isCalibrated()
std::string keyOfForm(const graph::Graph& graph, const graph::Graph& origin, const quant::QuantPlan& plan);

} // namespace ql::analysis
