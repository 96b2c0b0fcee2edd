// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/layer_rows.h"

#include "core/analysis/layers/kept_grids.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/ir/torch_call.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace ql::analysis {

namespace {

using results::LayerRow;

results::LayerSide sideOf(const graph::Graph& graph, const Layer& layer)
{
    results::LayerSide side;
    side.value = graph.value(layer.value).name;
    side.node = layer.name;
    side.opType = layer.opType;
    side.dtype = graph::name(graph.value(layer.value).type);
    return side;
}

/// What a PyTorch program says of a layer.
std::string saidOf(const graph::Graph& graph, const Layer& layer, std::string_view attribute)
{
    return layer.isInput() ? std::string() : graph.node(layer.node).attributes.stringOr(attribute, {});
}

/// Whether a layer that only moves data has a quantizer of its own: it merges what several give, or its numbers lie on
/// another grid than those that it reads.
bool quantizesAnew(const std::vector<Layer>& layers, std::size_t index)
{
    const auto& layer = layers[index];
    if (layer.kind != graph::OpKind::DataMovement || !layer.quantizer || layer.isConstant)
        return false;
    return layer.producers.size() > 1 || std::ranges::any_of(layer.producers, [&](std::size_t producer) {
               const auto& read = layers[producer].quantizer;
               return !read || read->scales != layer.quantizer->scales
                      || read->zeroPoints != layer.quantizer->zeroPoints;
           });
}

class RowMaker {
public:
    RowMaker(const MatchedModels& models, bool showAll)
        : m_models(models)
        , m_showAll(showAll)
        , m_grids(keptGrids(models.analysisGraph, models.analysis,
                            [&models](graph::ValueId value) { return models.analysisGraph.value(value).type; }))
    {
    }

    std::vector<LayerRowSource> make()
    {
        // Layers without partner wait behind the baseline layer that their predecessor in execution belongs to.
        std::vector<std::vector<std::size_t>> followers(m_models.baseline.size() + 1);
        std::size_t neighbour = m_models.baseline.size();
        for (std::size_t a = 0; a < m_models.analysis.size(); ++a) {
            if (const std::size_t partner = m_models.matching.analysis[a].partner; partner != kNoLayer)
                neighbour = partner;
            else
                followers[neighbour].push_back(a);
        }
        m_rows.reserve(m_models.baseline.size());
        addFollowers(followers.back());
        for (std::size_t b = 0; b < m_models.baseline.size(); ++b) {
            addBaseline(b);
            addFollowers(followers[b]);
        }
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            m_rows[i].row.index = static_cast<int>(i);
        addReads();
        return std::move(m_rows);
    }

private:
    bool isShown(const Layer& layer) const { return !layer.isConstant && (m_showAll || layer.isShownByDefault()); }

    /// Of a layer of the analysis model.
    std::optional<results::KeptGrid> keptGridOf(const Layer& layer) const
    {
        const auto* grid = layer.quantizer ? nullptr : m_grids[layer.value.position()];
        return grid ? std::optional(results::KeptGrid{grid->dtype, grid->scales.front(), grid->zeroPoints.front()})
                    : std::nullopt;
    }

    void addBaseline(std::size_t b)
    {
        const Layer& layer = m_models.baseline[b];
        const LayerMatch& match = m_models.matching.baseline[b];
        const bool isPartnerShown =
            match.partner != kNoLayer
            && (isShown(m_models.analysis[match.partner]) || quantizesAnew(m_models.analysis, match.partner));
        if (!isShown(layer) && !isPartnerShown)
            return;
        LayerRow& row = addRow(m_models.baselineGraph, layer, b, match.partner);
        row.baseline = sideOf(m_models.baselineGraph, layer);
        row.baselineClass = saidOf(m_models.baselineGraph, layer, graph::kTorchClass);
        row.source = saidOf(m_models.baselineGraph, layer, graph::kTorchSource);
        if (match.partner != kNoLayer) {
            const Layer& partner = m_models.analysis[match.partner];
            row.analysis = sideOf(m_models.analysisGraph, partner);
            row.analysisClass = saidOf(m_models.analysisGraph, partner, graph::kTorchClass);
            if (row.source.empty())
                row.source = saidOf(m_models.analysisGraph, partner, graph::kTorchSource);
            row.quantizer = partner.quantizer;
            row.keptGrid = keptGridOf(partner);
            row.match = match.info;
        } else if (match.fusedInto != kNoLayer) {
            setFused(row, m_models.baseline[match.fusedInto].name,
                     m_models.matching.baseline[match.fusedInto].info.confidence);
        } else {
            row.state = LayerRow::State::UnmatchedBaseline;
        }
    }

    void addFollowers(const std::vector<std::size_t>& layers)
    {
        for (const std::size_t a : layers) {
            const Layer& layer = m_models.analysis[a];
            const LayerMatch& match = m_models.matching.analysis[a];
            if (!isShown(layer))
                continue;
            LayerRow& row = addRow(m_models.analysisGraph, layer, kNoLayer, a);
            row.analysis = sideOf(m_models.analysisGraph, layer);
            row.analysisClass = saidOf(m_models.analysisGraph, layer, graph::kTorchClass);
            row.source = saidOf(m_models.analysisGraph, layer, graph::kTorchSource);
            row.quantizer = layer.quantizer;
            row.keptGrid = keptGridOf(layer);
            row.state = LayerRow::State::UnmatchedAnalysis;
            if (match.fusedInto != kNoLayer) {
                const auto& end = m_models.matching.analysis[match.fusedInto];
                setFused(row, m_models.baseline[end.partner].name, end.info.confidence);
            }
        }
    }

    /// The rows by layer; kNoLayer where it has none.
    std::pair<std::vector<std::size_t>, std::vector<std::size_t>> places() const
    {
        std::vector<std::size_t> byBaseline(m_models.baseline.size(), kNoLayer);
        std::vector<std::size_t> byAnalysis(m_models.analysis.size(), kNoLayer);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (m_rows[i].baseline != kNoLayer)
                byBaseline[m_rows[i].baseline] = i;
            if (m_rows[i].analysis != kNoLayer)
                byAnalysis[m_rows[i].analysis] = i;
        }
        return {std::move(byBaseline), std::move(byAnalysis)};
    }

    void addReads()
    {
        const auto [byBaseline, byAnalysis] = places();
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const LayerRowSource& source = m_rows[i];
            const bool isInBaseline = source.baseline != kNoLayer;
            m_rows[i].row.reads =
                readsOf(isInBaseline ? m_models.baseline : m_models.analysis,
                        isInBaseline ? source.baseline : source.analysis, isInBaseline ? byBaseline : byAnalysis);
        }
    }

    /// Through layers without a row to those that have one.
    static std::vector<int> readsOf(const std::vector<Layer>& layers, std::size_t layer,
                                    const std::vector<std::size_t>& rowOf)
    {
        std::vector<int> reads;
        std::vector<std::size_t> open(layers[layer].producers);
        std::set<std::size_t> seen(open.begin(), open.end());
        while (!open.empty()) {
            const std::size_t producer = open.back();
            open.pop_back();
            if (rowOf[producer] != kNoLayer) {
                reads.push_back(static_cast<int>(rowOf[producer]));
                continue;
            }
            for (const std::size_t before : layers[producer].producers)
                if (seen.insert(before).second)
                    open.push_back(before);
        }
        std::ranges::sort(reads);
        return reads;
    }

    /// One named after @p layer, made where it stays: rows are large.
    LayerRow& addRow(const graph::Graph& graph, const Layer& layer, std::size_t baseline, std::size_t analysis)
    {
        auto& source = m_rows.emplace_back();
        source.baseline = baseline;
        source.analysis = analysis;
        source.row.name = layer.name;
        source.row.scope = layer.scope;
        source.row.body = graph::pathOf(graph, graph.value(layer.own).body);
        return source.row;
    }

    static void setFused(LayerRow& row, const std::string& into, double confidence)
    {
        row.state = LayerRow::State::Fused;
        row.fusedInto = into;
        row.match = {"fused", confidence};
    }

    const MatchedModels& m_models;
    bool m_showAll;
    std::vector<const results::QuantizerInfo*> m_grids; ///< by value of the analysis model
    std::vector<LayerRowSource> m_rows;
};

} // namespace

std::vector<LayerRowSource> makeRows(const MatchedModels& models, bool showAll)
{
    return RowMaker(models, showAll).make();
}

} // namespace ql::analysis
