// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"
#include "core/analysis/matching/weight_matching.h"
#include "core/graph/ir/graph.h"
#include "core/graph/operators/channel_affine.h"
#include "core/import/imported_model.h"
#include "core/quant/point_extraction.h"
#include "core/runs/program/constant_values.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// Two networks, each with those batch normalizations folded into its convolutions that the other one has folded.
struct FoldedTwins {
    std::optional<graph::Graph> baseline; ///< nothing where it stays as it is
    std::optional<graph::Graph> analysis;
};

/// A normalization behind a convolution counts as folded in the other network where the convolution's partner has none
/// behind it. @p partners gives the baseline's node for the analysis model's.
FoldedTwins foldedTwins(const graph::Graph& baseline, const graph::Graph& analysis,
                        const quant::NodePartners& partners);

/// The weights of two models, paired, with the same batch normalizations folded into both. Both models must outlive it.
class WeightPairs {
public:
    enum class Recurrent {
        Whole, ///< as the models keep them
        Gates  ///< gate by gate, whoever packs them
    };

    WeightPairs(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                Recurrent recurrent);
    /// The same where it is known which nodes stand for each other.
    WeightPairs(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                const quant::NodePartners& partners, Recurrent recurrent);
    /// Of models whose layers are matched already, gate by gate.
    explicit WeightPairs(const MatchedModels& models);
    WeightPairs(const WeightPairs&) = delete; // it refers to itself
    WeightPairs& operator=(const WeightPairs&) = delete;

    const std::vector<ModelWeight>& baseline() const { return m_baseline; }
    const std::vector<ModelWeight>& analysis() const { return m_analysis; }
    /// One per baseline weight.
    const std::vector<WeightMatch>& matches() const { return m_matches; }

    /// The numbers of baseline weight @p index, which must have a partner, and of that. Where one of them stands before
    /// a normalization that the other has in its numbers, a weight is compared as the analysis model keeps it, whose
    /// scales hold for these numbers, without the channels that the normalization makes 0; a bias is compared as it is
    /// behind the normalization. @throws Error as ModelWeight::read
    WeightNumbers read(std::size_t index) const;

private:
    /// @p baselineModel and @p analysisModel may be null: then the weights are those of the graphs.
    WeightPairs(const graph::Graph& baseline, const graph::Graph& analysis, const quant::NodePartners& partners,
                const importers::ImportedModel* baselineModel, const importers::ImportedModel* analysisModel,
                Recurrent recurrent);

    FoldedTwins m_folded;
    const graph::Graph& m_baselineGraph;
    const graph::Graph& m_analysisGraph;
    runs::ConstantValues m_baselineConstants;
    runs::ConstantValues m_analysisConstants;
    ModelWeights m_baselineWeights; ///< what the weights' numbers are read from
    ModelWeights m_analysisWeights;
    std::vector<ModelWeight> m_baseline;
    std::vector<ModelWeight> m_analysis;
    std::vector<WeightMatch> m_matches;
};

} // namespace ql::analysis
