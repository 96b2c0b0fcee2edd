// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"
#include "core/quant/point_extraction.h"

namespace ql::analysis {

/// For every analysis node the baseline node that it stands for, data movement and what makes weights included: a
/// relative (Conv and QLinearConv) in the matched layer or the run that it ends, then a relative that makes what a
/// partner reads at the same place.
quant::NodePartners nodePartners(const graph::Graph& baseline, const graph::Graph& analysis);
/// The same by a matching that was found already.
quant::NodePartners nodePartners(const MatchedModels& models);
/// Nodes, and the outputs as pairOutputs() pairs them.
quant::ModelPartners modelPartners(const graph::Graph& baseline, const graph::Graph& analysis);
quant::ModelPartners modelPartners(const MatchedModels& models);

} // namespace ql::analysis
