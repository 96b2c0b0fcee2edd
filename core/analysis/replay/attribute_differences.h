// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::analysis {

struct AttributeDifference {
    std::string name;     ///< "pads"; "max" of a Clip, wherever it keeps it
    std::string baseline; ///< as text: "[1, 1, 1, 1]", "6"
    std::string analysis;
};

/// What two nodes of the same operator are told to do otherwise: attributes that both have and that differ by more than
/// rounding, and the bounds of what clamps. An axis counted from the end is the same as one counted from the front as
/// far as that can be known; how weights are stored is no difference.
std::vector<AttributeDifference> attributeDifferences(const graph::Graph& baselineGraph, const graph::Node& baseline,
                                                      const graph::Graph& analysisGraph, const graph::Node& analysis);

} // namespace ql::analysis
