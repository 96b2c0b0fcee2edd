// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// The nodes that compute as in training, by name, in the graph's order: a Dropout that drops, a BatchNormalization
/// that takes mean and variance of what it is given though it has others of its own. ONNX's and LibTorch's; those whose
/// mode is known only at run time are left out.
std::vector<std::string> nodesInTrainingMode(const graph::Graph& graph);

} // namespace ql::analysis
