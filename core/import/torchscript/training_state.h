// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <torch/script.h>
#include <vector>

#undef CHECK
#undef LOG

namespace ql::importers::torchscript {

/// How the switches of a program's fake quantizers stand.
struct TrainingState {
    std::string name;              ///< ImportedModel::trainingState, as far as switches and observers tell it
    std::vector<std::string> idle; ///< ImportedModel::idleQuantizers
};
TrainingState trainingState(const torch::jit::Module& module);

/// Whether a fake quantizer's scale is worked out as the model runs.
bool findsScales(const graph::Graph& graph);

/// Switches the observers of settled fake quantizers off, which then round by the scale that the file holds. Those that
/// quantize nothing so far keep theirs.
void stopObserving(torch::jit::Module& module);

/// Whether @p module is an observer or a fake quantizer.
bool watches(const torch::jit::Module& module);

} // namespace ql::importers::torchscript
