// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"
#include "core/import/weights_only.h"

namespace ql::analysis {

/// The weights of a file without a network: its floating-point and quantized tensors, without what observers noted and
/// single numbers. A weight's layer is the module that its name begins with; "weight" and "bias" stand for the inputs
/// that they are in a network. @p tensors must outlive what read() is used.
std::vector<ModelWeight> stateWeights(const std::vector<import::StoredTensor>& tensors);

} // namespace ql::analysis
