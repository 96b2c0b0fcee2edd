// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::importers {

/// TorchScript's linear layers take tensors of any rank, the standard's Gemm those of rank 2: where the rank isn't sure
/// to be 2, a MatMul under the layer's name and an Add stand for it.
graph::Graph withMatrixProducts(const graph::Graph& graph);

} // namespace ql::importers
