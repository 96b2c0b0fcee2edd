// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"
#include "core/import/imported_model.h"

#include <memory>
#include <mutex>

namespace ql::analysis {

/// The layers of two models and how they correspond; ids in it are those of the graphs it was made of.
struct PairedLayers {
    std::vector<Layer> baseline;
    std::vector<Layer> analysis;
    Matching matching;

    /// @p hasStructure is false where a side is a dump that doesn't say how its layers are connected.
    /// @throws Error as matchLayers()
    PairedLayers(const graph::Graph& baselineGraph, const graph::Graph& analysisGraph, bool hasStructure,
                 const NameMap& map);
};

/// Keeps the pairing of the two models last asked for: it takes as long as running small models. Thread-safe.
class PairedLayersCache {
public:
    using ModelPointer = std::shared_ptr<const importers::ImportedModel>;

    /// @throws Error as matchLayers()
    std::shared_ptr<const PairedLayers> of(const ModelPointer& baseline, const ModelPointer& analysis);

private:
    std::mutex m_mutex;
    std::weak_ptr<const importers::ImportedModel> m_baseline;
    std::weak_ptr<const importers::ImportedModel> m_analysis;
    std::shared_ptr<const PairedLayers> m_paired;
};

} // namespace ql::analysis
