// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/from_model/twin_quantization.h"
#include "core/quant/quant_plan.h"

namespace ql::analysis {

/// Where @p plan, made for @p baseline, does something else than the quantized model whose quantizers @p points are.
Losses differencesFrom(const graph::Graph& baseline, const quant::ExtractedPoints& points,
                       const quant::QuantPlan& plan);

} // namespace ql::analysis
