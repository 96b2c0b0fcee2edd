// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/point_extraction.h"

namespace ql::analysis {

/// For every analysis node the baseline node that it stands for, data movement included: by equal names, by names
/// without the affixes that quantizers add, both only between relatives (Conv and QLinearConv), then by matched layers.
quant::NodePartners nodePartners(const graph::Graph& baseline, const graph::Graph& analysis);

} // namespace ql::analysis
