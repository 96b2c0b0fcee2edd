// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::analysis::checks {

/// Whether @p node multiplies by a constant that is zero everywhere, as a network's first state often is: what it gives
/// is zero, whatever its quantizer's scale.
bool isAlwaysZero(const graph::Graph& graph, const graph::Node& node);

} // namespace ql::analysis::checks
