// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"
#include "core/analysis/compare/findings.h"
#include "core/analysis/constants/constant_difference.h"
#include "core/analysis/matching/node_partners.h"
#include "core/analysis/weights/weight_pairs.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <optional>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

constexpr const char* kTrained = "QAT"; ///< ImportedModel::trainingState of quantizers that train
constexpr std::size_t kMostWeights = 16;
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 22; ///< of a weight that is looked at
constexpr double kMovedStatistics = 40.0;                    ///< dB, below which those of a normalization have moved

/// What training leaves behind once nothing observes any longer.
struct Moved {
    std::size_t weights = 0;         ///< quantized ones that were looked at
    bool isAnyOther = false;         ///< one of them isn't the baseline's, for whatever reason
    std::vector<std::string> others; ///< that training may have made
    std::vector<std::string> statistics;
};

bool isStatistic(const ModelWeight& weight)
{
    constexpr int kMean = 3;
    return graph::familyTraits(weight.family).foldsIntoConvolution && weight.slot >= kMean;
}

std::int64_t countOf(const graph::Shape& shape)
{
    std::int64_t count = 1;
    for (const auto size : shape)
        count *= size;
    return count;
}

void look(const WeightPairs& pairs, std::size_t index, Moved& moved)
{
    const auto& baseline = pairs.baseline()[index];
    const auto& analysis = pairs.analysis()[pairs.matches()[index].partner];
    const bool isWeight = analysis.quantizer && !baseline.quantizer && baseline.shape.size() > 1;
    if ((!isWeight && !isStatistic(baseline)) || countOf(baseline.shape) > kMostNumbers)
        return;
    const auto numbers = pairs.read(index);
    if (!isWeight) {
        if (constantDb(numbers.baseline, numbers.analysis) < kMovedStatistics)
            moved.statistics.push_back(baseline.name);
        return;
    }
    ++moved.weights;
    const auto other = constantDifference(numbers, channelAxisOf(baseline, analysis), analysis);
    moved.isAnyOther = moved.isAnyOther || other;
    if (other && (other->kind == OtherConstant::Kind::Moved || other->kind == OtherConstant::Kind::Whole))
        moved.others.push_back(baseline.name);
}

Moved movedConstants(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                     const MatchedModels& models)
{
    Moved moved;
    try {
        const WeightPairs pairs(baseline, analysis, nodePartners(models), WeightPairs::Recurrent::Whole);
        for (std::size_t i = 0; i < pairs.baseline().size() && moved.weights < kMostWeights; ++i)
            if (!pairs.matches()[i].info.rule.empty())
                look(pairs, i, moved);
    } catch (const std::exception&) {
        return {}; // nobody knows what they stand for
    }
    return moved;
}

/// Training moves most weights; where one alone is another, that layer's own advice says so.
bool isRetrained(const Moved& moved)
{
    return !moved.others.empty() && 2 * moved.others.size() >= moved.weights;
}

std::optional<Diagnostic> retrained(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                                    const MatchedModels& models)
{
    const Message remedy("compare with the calibrated model that the training began with, or with the float weights "
                         "of the trained one; weights shows which changed");
    const bool isTraining = analysis.trainingState == kTrained && baseline.trainingState != kTrained;
    const auto moved = analysis.format == "torchscript" ? movedConstants(baseline, analysis, models) : Moved();
    Diagnostic finding =
        advised(Severity::Warning, "retrained-weights",
                "the analysis model's quantizers are in the state of quantization-aware training: its weights may have "
                "changed since the baseline, and the differences show that, too",
                remedy, true);
    if (isRetrained(moved)) {
        finding.message = Message("{} of {} quantized weights were trained since the baseline: they differ by more "
                                  "than rounding, and the differences show that, too; finer scales or more bits don't "
                                  "bring it back",
                                  moved.others.size(), moved.weights);
        finding.layers = moved.others;
    } else if (!moved.statistics.empty()) {
        finding.message = Message("the statistics of normalizations have moved since the baseline, as training moves "
                                  "them, and the differences show that, too: {}",
                                  Message::names(moved.statistics, ", "));
        finding.layers = moved.statistics;
    } else {
        const bool isUnchanged = moved.weights > 0 && !moved.isAnyOther;
        return isTraining && !isUnchanged ? std::optional(finding) : std::nullopt;
    }
    finding.isGuess = false;
    return finding;
}

std::optional<Diagnostic> observing(const importers::ImportedModel& analysis)
{
    if (analysis.trainingState != kTrained)
        return std::nullopt;
    return advised(Severity::Info, "observers-on",
                   "the analysis model was saved with its observers on: it is taken with the scales that the file "
                   "holds, whereas PyTorch moves them with every input that it is run on",
                   "torch.ao.quantization.disable_observer before it is saved");
}

std::optional<Diagnostic> idle(const importers::ImportedModel& analysis)
{
    if (analysis.idleQuantizers.empty())
        return std::nullopt;
    auto finding = advised(Severity::Warning, "idle-quantizers",
                           Message("fake quantizers of the analysis model are switched off while others are on, so "
                                   "that the numbers say nothing of them: {}",
                                   Message::names(analysis.idleQuantizers, ", ")),
                           "torch.ao.quantization.enable_fake_quant before it is saved, unless they were left out on "
                           "purpose");
    finding.layers = analysis.idleQuantizers;
    return finding;
}

} // namespace

std::vector<Diagnostic> trainingFindings(const importers::ImportedModel& baseline,
                                         const importers::ImportedModel& analysis, const MatchedModels& models)
{
    std::vector<Diagnostic> findings;
    for (auto finding : {retrained(baseline, analysis, models), observing(analysis), idle(analysis)})
        if (finding)
            findings.push_back(std::move(*finding));
    return findings;
}

} // namespace ql::analysis
