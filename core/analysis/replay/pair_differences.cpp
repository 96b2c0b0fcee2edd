// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/pair_differences.h"

#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/replay/attribute_differences.h"
#include "core/graph/operators/channel_order.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

/// One model as seen from the other.
struct Side {
    const std::vector<Layer>& layers;
    const std::vector<LayerMatch>& matches;
};

/// An activation's bounds may be its quantizer's, which needs no operator then.
bool doesClamp(const Layer& layer, graph::Clamp clamp)
{
    if (clamp == graph::Clamp::None || !layer.quantizer || layer.quantizer->isPerChannel())
        return false;
    const auto& quantizer = *layer.quantizer;
    return quantizer.rangeLow() >= -0.5 * quantizer.scales.front();
}

/// The only layer that @p layer reads; kNoLayer where it is none, or one of several.
std::size_t onlyProducer(const Layer& layer)
{
    return layer.producers.size() == 1 ? layer.producers.front() : kNoLayer;
}

/// What reads @p layer in @p own reads, in @p other, the partner of what @p layer reads: it is left out there.
bool isLeftOut(const Side& own, const Side& other, std::size_t layer)
{
    const auto producer = onlyProducer(own.layers[layer]);
    if (producer == kNoLayer || own.layers[layer].consumers.empty())
        return false;
    const auto before = own.matches[producer].partner;
    if (before == kNoLayer || doesClamp(other.layers[before], graph::familyTraits(own.layers[layer].opType).clamp))
        return false;
    return std::ranges::all_of(own.layers[layer].consumers, [&](std::size_t consumer) {
        const auto behind = own.matches[consumer].partner;
        return behind != kNoLayer
               && std::ranges::find(other.layers[behind].producers, before) != other.layers[behind].producers.end();
    });
}

bool isActivation(const Layer& layer)
{
    return layer.node.isValid() && graph::familyTraits(layer.opType).drawing == graph::Drawing::Activation;
}

Diagnostic finding(const char* rule, const std::string& subject, const Message& message, const Message& remedy)
{
    auto made = advised(Severity::Info, rule, message, remedy);
    made.subject = subject;
    return made;
}

/// Each activation that @p own has and @p other leaves out.
void addLeftOut(std::vector<Diagnostic>& found, const Side& own, const Side& other, bool isBaseline)
{
    for (std::size_t i = 0; i < own.layers.size(); ++i) {
        const auto& layer = own.layers[i];
        const auto& match = own.matches[i];
        if (match.partner != kNoLayer || match.fusedInto != kNoLayer || !isActivation(layer)
            || !isLeftOut(own, other, i))
            continue;
        found.push_back(
            isBaseline ? finding("operator-without-partner", layer.name,
                                 Message("this {} of the baseline has no partner: what it reads goes straight to what "
                                         "reads it in the analysis model",
                                         layer.opType),
                                 "put it back, or make sure that a quantizer's range does what it does")
                       : finding("operator-without-partner", layer.name,
                                 Message("this {} of the analysis model has no partner: the baseline computes without "
                                         "it",
                                         layer.opType),
                                 "leave it out, or compare with the model that has it"));
    }
}

/// What a replay showed to be missing and the structure alone doesn't tell.
void addReplayed(std::vector<Diagnostic>& found, const std::vector<LayerRowSource>& rows)
{
    for (const auto& source : rows) {
        const auto& row = source.row;
        const bool isMissing = row.state == results::LayerRow::State::UnmatchedBaseline && row.replay;
        if (!isMissing || std::ranges::find(found, row.name, &Diagnostic::subject) != found.end())
            continue;
        found.push_back(finding("operator-without-partner", row.name,
                                Message("this {} of the baseline has no partner, and a run without it gives what the "
                                        "analysis model gives",
                                        row.baseline.opType),
                                "put it back"));
    }
}

void addAttributes(std::vector<Diagnostic>& found, const MatchedModels& models)
{
    if (graph::keepsChannelsLast(models.baselineGraph) != graph::keepsChannelsLast(models.analysisGraph))
        return; // axes and pads stand for others there
    for (std::size_t i = 0; i < models.baseline.size(); ++i) {
        const auto partner = models.matching.baseline[i].partner;
        if (partner == kNoLayer || models.baseline[i].isInput() || models.analysis[partner].isInput()
            || models.baseline[i].run.size() != models.analysis[partner].run.size())
            continue;
        const auto differences =
            attributeDifferences(models.baselineGraph, models.baselineGraph.node(models.baseline[i].node),
                                 models.analysisGraph, models.analysisGraph.node(models.analysis[partner].node));
        for (const auto& each : differences)
            found.push_back(finding("attributes-differ", models.baseline[i].name,
                                    Message("{} of this {} is {} in the baseline and {} in the analysis model",
                                            each.name, models.baseline[i].opType, each.baseline, each.analysis),
                                    "give it the baseline's, if it isn't meant to differ"));
    }
}

} // namespace

std::vector<Diagnostic> pairDifferences(const std::vector<LayerRowSource>& rows, const MatchedModels& models)
{
    std::vector<Diagnostic> found;
    const Side baseline{models.baseline, models.matching.baseline};
    const Side analysis{models.analysis, models.matching.analysis};
    addLeftOut(found, baseline, analysis, true);
    addLeftOut(found, analysis, baseline, false);
    addReplayed(found, rows);
    addAttributes(found, models);
    if (found.size() > kMostDifferences) {
        const auto more = found.size() - kMostDifferences;
        found.resize(kMostDifferences);
        found.push_back(finding("more-differences", {}, Message("{} more differences of that kind", more), {}));
    }
    return found;
}

} // namespace ql::analysis
