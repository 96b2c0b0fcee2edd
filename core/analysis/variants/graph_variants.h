// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::analysis {

/// A copy of @p graph in which a Conv or Gemm whose result only an activation reads computes that, too: com.microsoft's
/// FusedConv and FusedGemm, as ONNX Runtime's optimizer writes them.
graph::Graph fuseActivations(const graph::Graph& graph);

} // namespace ql::analysis
