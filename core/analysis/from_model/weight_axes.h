// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/from_model/twin_quantization.h"
#include "core/graph/ir/graph.h"
#include "core/quant/point_extraction.h"

#include <vector>

namespace ql::analysis {

/// Gives weights of @p points whose scales lie along an axis that the layer sums over scales of its output channels
/// instead, from the weight's own largest numbers: neither configs nor records can say the other. @p baseline is the
/// network that the points lie in. Returns what was changed, by layer.
Losses scaleByOutputChannels(const graph::Graph& baseline, std::vector<quant::QuantizerPoint>& points);

} // namespace ql::analysis
