// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/paired_layers.h"

namespace ql::analysis {

PairedLayers::PairedLayers(const graph::Graph& baselineGraph, const graph::Graph& analysisGraph, bool hasStructure,
                           const NameMap& map)
    : baseline(collectLayers(baselineGraph, &analysisGraph))
    , analysis(collectLayers(analysisGraph, &baselineGraph))
    , matching((hasStructure ? matchLayers : matchLayersByName)(baselineGraph, baseline, analysisGraph, analysis, map))
    , sliceAxes(sliceAxesOf(baselineGraph))
{
}

} // namespace ql::analysis
