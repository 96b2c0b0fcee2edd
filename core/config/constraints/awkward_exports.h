// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstddef>
#include <vector>

namespace ql::config {

/// Structures that torch exports and that AMCT or its compiler rejects.

/// Products of a constant weight and of data with more than two dimensions, to which one constant number per column is
/// added next: how a torch.nn.Linear with a bias is written there.
std::vector<const graph::Node*> biasedLinears(const graph::Graph& graph);

/// Convolutions that read no data at all: their picture is a constant, or made from constants.
std::vector<const graph::Node*> offlineConvolutions(const graph::Graph& graph);

/// A torch.chunk, written as slices whose bounds are worked out from the shape while the network runs.
struct SlicedChunk {
    const graph::Node* first; ///< of its slices
    graph::ValueId cut;       ///< what is cut
    std::size_t pieces = 0;
};
std::vector<SlicedChunk> slicedChunks(const graph::Graph& graph);

} // namespace ql::config
