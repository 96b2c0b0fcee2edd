// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/point_extraction.h"

#include <span>
#include <vector>

namespace ql::quant {

/// The baseline with one switch per quantizer point: an Identity node between the point's source and the readers that
/// see it quantized. Left alone it computes the baseline; replacing the value after the switch turns the point on.
struct InstrumentedGraph {
    graph::Graph graph;                   ///< node and value ids of the baseline stay what they were
    std::vector<graph::NodeId> switches;  ///< by point: its Identity node
    std::vector<graph::ValueId> switched; ///< by point: the value after its switch
};

InstrumentedGraph instrument(const graph::Graph& baseline, std::span<const QuantizerPoint> points);

} // namespace ql::quant
