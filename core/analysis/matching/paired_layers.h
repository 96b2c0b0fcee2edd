// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/matching/matching.h"

#include <vector>

namespace ql::analysis {

/// The layers of two models and how they correspond; ids in it are those of the graphs it was made of.
struct PairedLayers {
    std::vector<Layer> baseline;
    std::vector<Layer> analysis;
    Matching matching;
    std::vector<SliceAxes> sliceAxes; ///< by value of the baseline

    /// @p hasStructure is false where a side is a dump that doesn't say how its layers are connected.
    /// @throws Error as matchLayers()
    PairedLayers(const graph::Graph& baselineGraph, const graph::Graph& analysisGraph, bool hasStructure,
                 const NameMap& map);
};

} // namespace ql::analysis
