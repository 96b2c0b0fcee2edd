// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/graph_outline.h"

namespace ql::widgets {

/// Both models as one: partners stand once, under the baseline's name and with what the analysis model quantizes them
/// to; what only the analysis model has stands under its name there, which the baseline may use for something else.
/// Edges are those of both; where the models order layers differently an edge may lead backwards.
results::GraphOutline mergeOutlines(const results::GraphPair& pair);

} // namespace ql::widgets
