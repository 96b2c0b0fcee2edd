// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/paired_layers.h"

namespace ql::analysis {

PairedLayers::PairedLayers(const graph::Graph& baselineGraph, const graph::Graph& analysisGraph, bool hasStructure,
                           const NameMap& map)
    : baseline(collectLayers(baselineGraph, &analysisGraph))
    , analysis(collectLayers(analysisGraph, &baselineGraph))
    , matching((hasStructure ? matchLayers : matchLayersByName)(baselineGraph, baseline, analysisGraph, analysis, map))
{
}

std::shared_ptr<const PairedLayers> PairedLayersCache::of(const ModelPointer& baseline, const ModelPointer& analysis)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_paired && m_baseline.lock() == baseline && m_analysis.lock() == analysis)
            return m_paired;
    }
    auto paired = std::make_shared<const PairedLayers>(baseline->graph, analysis->graph, true, NameMap{});
    const std::lock_guard lock(m_mutex);
    m_baseline = baseline;
    m_analysis = analysis;
    m_paired = paired;
    return paired;
}

} // namespace ql::analysis
