// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"
#include "core/results/layer.h"
#include "widgets/charts/threshold_effect.h"

#include <string>
#include <vector>

namespace ql::widgets {

/// The scale and zero point whose integers, those of @p quantizer, span @p range; with the zero point that it has now
/// where that is 0 everywhere and the integers are signed: the wider side decides then. Offsets are of the signed form.
config::FixedScale fixedScaleOf(const QuantizerRange& range, const results::QuantizerInfo& quantizer);

/// Configs say how a layer's inputs are quantized: what @p layer makes is fixed at those that read it. None where
/// nobody does, or where a reader has other inputs too, of which the same would be said.
std::vector<config::LayerEdit> thresholdEdits(const graph::Graph& network, const std::string& layer,
                                              const config::FixedScale& fixed);

} // namespace ql::widgets
