// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/weight_evidence.h"

#include "core/analysis/matching/content_matching.h"
#include "core/analysis/matching/model_weights.h"

#include <algorithm>
#include <map>

namespace ql::analysis {

namespace {

constexpr double kEqual = 0.999999; // correlation

/// The free layers that have weights, by node.
class WeightedSide {
public:
    explicit WeightedSide(const MatchSide& side)
    {
        for (std::size_t i = 0; i < side.layers.size(); ++i)
            if (side.isFree(i) && !side.layers[i].isInput())
                m_layers.try_emplace(side.layers[i].node, i);
        if (!m_layers.empty())
            m_weights.emplace(side.graph);
    }

    const std::vector<ModelWeight>& weights() const
    {
        static const std::vector<ModelWeight> kNone;
        return m_weights ? m_weights->all() : kNone;
    }

    std::size_t layerOf(const ModelWeight& weight) const
    {
        const auto found = m_layers.find(weight.node);
        return found == m_layers.end() || weight.shape.size() < 2 ? kNoLayer : found->second;
    }

private:
    std::map<graph::NodeId, std::size_t> m_layers;
    std::optional<ModelWeights> m_weights;
};

} // namespace

void matchByWeights(MatchTable& table)
{
    const WeightedSide baseline(table.baseline);
    const WeightedSide analysis(table.analysis);
    if (baseline.weights().empty() || analysis.weights().empty())
        return;
    const auto mayPair = [&](std::size_t b, std::size_t a) {
        const auto& own = baseline.weights()[b];
        const auto& other = analysis.weights()[a];
        return baseline.layerOf(own) != kNoLayer && analysis.layerOf(other) != kNoLayer && own.family == other.family
               && own.slot == other.slot && graph::elementCount(own.shape) == graph::elementCount(other.shape);
    };
    for (const auto& pair : pairByContent(baseline.weights(), analysis.weights(), mayPair)) {
        const auto b = baseline.layerOf(baseline.weights()[pair.baseline]);
        const auto a = analysis.layerOf(analysis.weights()[pair.analysis]);
        if (table.areFree(b, a))
            table.pair(b, a, "weights", pair.correlation >= kEqual ? 0.95 : 0.9);
    }
}

} // namespace ql::analysis
