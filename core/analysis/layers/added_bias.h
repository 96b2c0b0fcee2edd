// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::analysis {

/// Whether a node of its own adds something to a product.
bool addsToProducts(const graph::Graph& graph);

} // namespace ql::analysis
