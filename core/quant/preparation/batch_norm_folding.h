// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <span>
#include <string>

namespace ql::quant {

/// A copy of @p graph in which every BatchNormalization that alone reads a convolution is part of it: weight and bias
/// are scaled, the convolution makes the normalization's output. Convolutions called in @p unfolded keep theirs; so do
/// those whose numbers are no constants.
graph::Graph foldBatchNorm(const graph::Graph& graph, std::span<const std::string> unfolded = {});

} // namespace ql::quant
