// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::analysis {

/// @p graph with its inputs of @p inputRanks axes, in the inputs' order, where it declares none, and with the
/// standard's operators in place of those of a TorchScript program that only say where elements lie and hang on a rank:
/// flatten up to the last axis, and transpose where the rank is known. The sizes of axes stay unknown.
graph::Graph withStandardLayout(const graph::Graph& graph, const std::vector<std::size_t>& inputRanks);

} // namespace ql::analysis
