// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/analysis/matching/matching.h"

#include <vector>

namespace ql::analysis {

/// The result of another layer where a segment begins.
struct SegmentInput {
    std::size_t layer = kNoLayer;
    graph::ValueId value;  ///< that layer's own result, before any quantizer: here a tensor is put in
    graph::ValueId seenAs; ///< what the segment's operators read of it: behind the quantizer, if one stands between
};

/// The part of a graph that makes one layer's value out of the results of the nearest layers which the other model has
/// too: its operators with the Q/DQ around them, and the layers between that only this model has.
struct LayerSegment {
    std::vector<graph::NodeId> nodes;
    std::vector<SegmentInput> inputs;
    std::vector<graph::ValueId> graphInputs; ///< read directly
    bool isQuantized = false;                ///< it quantizes, or computes on integers
};

/// The matched layers by the index of their own result; kNoLayer for other values. @p layers are those of @p graph,
/// @p matches what became of them.
std::vector<std::size_t> matchedLayersByValue(const graph::Graph& graph, const std::vector<Layer>& layers,
                                              const std::vector<LayerMatch>& matches);

/// @p layerOf is of matchedLayersByValue().
LayerSegment segmentOf(const graph::Graph& graph, const std::vector<Layer>& layers,
                       const std::vector<std::size_t>& layerOf, std::size_t layer);

} // namespace ql::analysis
