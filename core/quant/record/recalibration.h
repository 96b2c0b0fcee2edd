// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <functional>

namespace ql::quant {

/// Puts what @p recorded, a plan of the same graph to which a record was applied, says of every layer into a calibrated
/// @p plan, except of layers that @p isNew means: what these make and their weights stay as they are in @p plan.
/// @pre both are calibrated
void keepRecorded(const graph::Graph& graph, QuantPlan& plan, const QuantPlan& recorded,
                  const std::function<bool(const graph::Node&)>& isNew);

} // namespace ql::quant
