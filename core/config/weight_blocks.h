// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/layer_settings.h"
#include "core/graph/ir/graph.h"

namespace ql::config {

/// Why the scales of blocks that @p fixed gives can't be those of @p weight in @p graph; empty where they fit. They do
/// where a convolution or a matrix product reads it, the blocks divide the axis that products sum over, and every
/// output channel has a scale for each. @pre fixed.blocks
Message blockProblem(const graph::Graph& graph, graph::ValueId weight, const FixedScale& fixed);

/// The same for whatever scales: those of channels have to be as many as some axis of the weight is long.
Message scaleProblem(const graph::Graph& graph, graph::ValueId weight, const FixedScale& fixed);

} // namespace ql::config
