// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weights/weight_pairs.h"

#include "core/analysis/matching/node_partners.h"
#include "core/analysis/matching/recurrent_weights.h"
#include "core/graph/operators/channel_affine.h"
#include "core/quant/quantized_graph/constant_numbers.h"
#include "core/quant/value_quantizers.h"

#include <optional>

namespace ql::analysis {

namespace {

using graph::ChannelAffine;
using quant::Folding;

constexpr int kWeightSlot = 1;

ModelWeights weightsOf(const graph::Graph& graph, const importers::ImportedModel* model, bool isFolded)
{
    return model && !isFolded ? ModelWeights(*model) : ModelWeights(graph);
}

ops::Tensor asItIs(const ops::Tensor& tensor)
{
    return tensor;
}

at::Tensor refoldedWeight(const at::Tensor& numbers, const ChannelAffine& affine, std::int64_t axis, Folding folding)
{
    return quant::refoldedWeight(asItIs, affine, axis, folding)(ops::Tensor(numbers)).data;
}

/// Where @p affine leaves nothing of a channel, nothing of @p numbers.
at::Tensor withoutLostChannels(const at::Tensor& numbers, const ChannelAffine& affine, std::int64_t axis)
{
    ChannelAffine isKept;
    for (const double factor : affine.factors)
        isKept.factors.push_back(factor == 0.0 ? 0.0 : 1.0);
    return refoldedWeight(numbers, isKept, axis, Folding::In);
}

at::Tensor foldedBias(const at::Tensor& numbers, const ChannelAffine& affine)
{
    const auto folded = quant::refoldedBias(asItIs, affine, Folding::In)(ops::Tensor(numbers.reshape(-1)));
    return folded.data.reshape(numbers.sizes());
}

WeightNumbers behindNormalization(WeightNumbers numbers, const graph::PlacedNode& x, const graph::PlacedNode& y)
{
    const auto channels = std::size_t(numbers.baseline.numel());
    if (const auto affine = graph::normalizationOfOne(x, y, channels))
        numbers.baseline = foldedBias(numbers.baseline, *affine);
    else if (const auto other = graph::normalizationOfOne(y, x, channels))
        numbers.analysis = foldedBias(numbers.analysis, *other);
    return numbers;
}

WeightNumbers asAnalysisKeeps(WeightNumbers numbers, const graph::PlacedNode& x, const graph::PlacedNode& y,
                              std::int64_t axis)
{
    const auto channels = std::size_t(numbers.baseline.size(axis));
    if (const auto affine = graph::normalizationOfOne(x, y, channels))
        return {refoldedWeight(numbers.baseline, *affine, axis, Folding::In), numbers.analysis};
    if (const auto affine = graph::normalizationOfOne(y, x, channels))
        return {refoldedWeight(numbers.baseline, *affine, axis, Folding::Out),
                withoutLostChannels(numbers.analysis, *affine, axis)};
    return numbers;
}

graph::PlacedNode placeOf(const ModelWeight& weight, const runs::ConstantValues& constants)
{
    return {constants.graph(), constants.graph().node(weight.node), quant::constantNumbersOf(constants)};
}

} // namespace

WeightPairs::WeightPairs(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                         Recurrent recurrent)
    : WeightPairs(baseline, analysis, nodePartners(baseline.graph, analysis.graph), recurrent)
{
}

WeightPairs::WeightPairs(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                         const quant::NodePartners& partners, Recurrent recurrent)
    : WeightPairs(baseline.graph, analysis.graph, partners, &baseline, &analysis, recurrent)
{
}

WeightPairs::WeightPairs(const MatchedModels& models)
    : WeightPairs(models.baselineGraph, models.analysisGraph, nodePartners(models), nullptr, nullptr, Recurrent::Gates)
{
}

WeightPairs::WeightPairs(const graph::Graph& baseline, const graph::Graph& analysis,
                         const quant::NodePartners& partners, const importers::ImportedModel* baselineModel,
                         const importers::ImportedModel* analysisModel, Recurrent recurrent)
    : m_folded(foldedTwins(baseline, analysis, partners))
    , m_baselineGraph(m_folded.baseline ? *m_folded.baseline : baseline)
    , m_analysisGraph(m_folded.analysis ? *m_folded.analysis : analysis)
    , m_baselineConstants(m_baselineGraph)
    , m_analysisConstants(m_analysisGraph)
    , m_baselineWeights(weightsOf(m_baselineGraph, baselineModel, m_folded.baseline.has_value()))
    , m_analysisWeights(weightsOf(m_analysisGraph, analysisModel, m_folded.analysis.has_value()))
    , m_baseline(m_baselineWeights.all())
    , m_analysis(m_analysisWeights.all())
{
    if (recurrent == Recurrent::Gates) {
        unpackRecurrent(m_baseline, m_analysis);
        cutIntoGates(m_baseline, m_analysis);
    }
    const bool isAsGiven = !m_folded.baseline && !m_folded.analysis;
    m_matches =
        matchWeights(m_baseline, m_analysis, isAsGiven ? partners : nodePartners(m_baselineGraph, m_analysisGraph));
}

WeightNumbers WeightPairs::read(std::size_t index) const
{
    const auto& x = m_baseline[index];
    const auto& y = m_analysis[m_matches[index].partner];
    auto numbers = readPair(x, y);
    if (!x.node.isValid() || !y.node.isValid())
        return numbers;
    const auto baseline = placeOf(x, m_baselineConstants);
    const auto analysis = placeOf(y, m_analysisConstants);
    if (x.biased.isValid() && y.biased.isValid())
        return behindNormalization(std::move(numbers), baseline, analysis);
    if (const auto axis = channelAxisOf(x, y); axis && x.slot == kWeightSlot && y.slot == kWeightSlot)
        return asAnalysisKeeps(std::move(numbers), baseline, analysis, *axis);
    return numbers;
}

} // namespace ql::analysis
