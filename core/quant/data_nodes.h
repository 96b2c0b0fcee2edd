// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <span>
#include <vector>

namespace ql::quant {

/// The nodes, in order of execution, that compute with what goes into the model. The others make constants and sizes,
/// as exporters do for the scales of a Resize: rounded, those would be other sizes.
std::vector<const graph::Node*> nodesOfData(const graph::Graph& graph);

/// The inputs of @p node that are numbers. Behind the first one of what only passes them on come settings, as Resize's
/// scales.
std::span<const graph::ValueId> numbersOf(const graph::Node& node);

} // namespace ql::quant
