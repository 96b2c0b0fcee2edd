// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_runs/layer_runner.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/quant/point_extraction.h"

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ql::analysis {

/// Quantizer points by where they act in the baseline. Refers to them.
class PointsByPlace {
public:
    using Points = std::vector<const quant::QuantizerPoint*>;

    explicit PointsByPlace(std::span<const quant::QuantizerPoint> points);

    /// Of what @p node reads.
    const Points& readBy(graph::NodeId node) const { return find(m_readBy, node); }
    const Points& of(graph::ValueId source) const { return find(m_of, source); }

private:
    template <typename Key>
    static const Points& find(const std::unordered_map<Key, Points>& places, Key key)
    {
        static const Points kNone;
        const auto found = places.find(key);
        return found == places.end() ? kNone : found->second;
    }

    std::unordered_map<graph::NodeId, Points> m_readBy;
    std::unordered_map<graph::ValueId, Points> m_of;
};

/// The baseline's layers behind one row, to be run again with one thing of them quantized at a time. Refers to the
/// sides and points that it was made from.
class RowRuns {
public:
    struct Sides {
        const LayerRunner* baseline;
        const LayerRunner* analysis;
    };
    /// Nothing where nothing of the row is quantized, or a quantizer of it has no place in the baseline.
    static std::optional<RowRuns> of(const LayerRowSource& source, const Sides& sides, const MatchedModels& models,
                                     const PointsByPlace& points);

    void keep() const;
    void release() const;

    /// The value itself. @pre what it keeps was run
    runs::Tensor exact() const;
    /// With its weights quantized, with what it quantizes of its input, or both; on the baseline's values.
    runs::Tensor rerun(bool takesWeights, bool takesInputs, std::stop_token stop) const;
    /// Itself in float, on what the analysis model's layer reads.
    runs::Tensor rerunOnAnalysisInputs(std::stop_token stop) const;

    const std::vector<graph::NodeId>& nodes() const { return m_segment.nodes; }
    std::size_t baselineLayer() const { return m_layer; }
    /// The layers that it reads.
    const std::vector<SegmentInput>& inputs() const { return m_segment.inputs; }
    /// How often its nodes run to tell its own parts from each other.
    std::size_t ownRunCount() const
    {
        return hasWeights() && hasDynamicInputs() ? 3 : std::size_t(hasWeights() || hasDynamicInputs());
    }
    bool hasWeights() const { return !m_weights.empty(); }
    /// It quantizes its inputs by their own range.
    bool hasDynamicInputs() const;
    /// What quantizes its value; null for none.
    const quant::QuantizerPoint* output() const { return m_output; }

private:
    RowRuns(std::size_t layer, std::size_t partner, const Sides& sides);
    void place(const PointsByPlace& points, bool isOutputQuantized);
    void placeRead(const quant::QuantizerPoint& point);

    std::size_t m_layer;
    std::size_t m_partner;
    Sides m_sides;
    LayerSegment m_segment;                                    ///< of the baseline
    std::vector<graph::ValueId> m_seen;                        ///< in the analysis model, by segment input
    std::vector<const quant::QuantizerPoint*> m_weights;       ///< each replaces its source
    std::vector<const quant::QuantizerPoint*> m_dynamicInputs; ///< by segment input; null for none
    const quant::QuantizerPoint* m_output = nullptr;
};

} // namespace ql::analysis
