// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <torch/script.h>

#undef CHECK
#undef LOG

namespace ql::importers::torchscript {

/// ImportedModel::trainingState, by the switches and observers of @p module and its children, and by what @p graph,
/// which was made of it, computes.
std::string trainingState(const torch::jit::Module& module, const graph::Graph& graph);

/// Whether @p module is an observer or a fake quantizer.
bool watches(const torch::jit::Module& module);

} // namespace ql::importers::torchscript
