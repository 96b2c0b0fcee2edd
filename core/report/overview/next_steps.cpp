// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/overview/next_steps.h"

#include "core/report/overview/trial_words.h"
#include "core/report/table/number_format.h"
#include "core/report/verdict/verdict_words.h"

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::MetricId;
using results::OutputVerdict;
using results::Quality;

namespace {

using Steps = std::vector<OverviewStep>;
using enum OverviewAction;

constexpr double kLeastScopeGainDb = 1.0;

Number decibels(double db)
{
    return {std::isfinite(db) ? fmt::format("{:.1f}", db) : fourDigits(db)};
}

/// "20.3 dB", and of other metrics the number alone.
Number measured(double value, MetricId metric)
{
    return metric == MetricId::Sqnr ? Number{decibels(value).text + " dB"} : Number{fourDigits(value)};
}

Quality qualityOf(const OverviewState& state)
{
    return state.verdict ? state.verdict->quality() : Quality::Unknown;
}

bool isGoodEnough(Quality quality)
{
    return quality == Quality::Equal || quality == Quality::Fine;
}

Steps stepsToOpen(const OverviewState& state)
{
    Steps steps;
    if (!state.hasBaseline)
        steps.push_back(
            {OpenBaseline, Message("Open the model in full precision; both files may be dropped here, too.")});
    if (!state.hasBaseline && !state.hasAnalysis)
        steps.push_back({OpenAnalysis, Message("Open the quantized model to hold it against the baseline.")});
    if (!state.hasBaseline)
        return steps;
    if (!state.hasAnalysis && !state.hasConfig)
        return {{OpenAnalysis, Message("Open the quantized model to hold it against the baseline.")},
                {OpenConfig, Message("Or open a quantization config: the quantized model is simulated then.")}};
    if (!state.hasAnalysis && !state.canSimulate)
        return {{OpenCalibration, Message("The config needs samples to work out the scales, or a record of them.")}};
    return {};
}

void addRepairs(const OverviewState& state, Steps& steps)
{
    const auto& fixed = *state.repaired;
    const auto& inConfig = fixed.byConfigAlone ? fixed.byConfigAlone : fixed.byConfig;
    const auto shown = [&fixed](double value) { return measured(value, fixed.metric); };
    if (state.canTakeRepairs && inConfig && isWorse(fixed.metric, fixed.start.metric, inConfig->metric))
        steps.push_back({TakeRepairs,
                         Message("The config's part of the repairs takes the worst output from {} to {}, measured on "
                                 "{} samples that nothing was fitted to.",
                                 shown(fixed.start.metric), shown(inConfig->metric), fixed.heldOutSamples.size()),
                         true});
    const double before = fixed.given ? fixed.given->metric : fixed.start.metric;
    if (isWorse(fixed.metric, before, fixed.best.metric) && !fixed.files.empty())
        steps.push_back({ExportModel,
                         Message("The repaired model takes the worst output from {} to {}, measured on {} samples that "
                                 "nothing was fitted to.",
                                 shown(before), shown(fixed.best.metric), fixed.heldOutSamples.size()),
                         true});
}

/// What searches found; numbers are the search's own.
void addAnswers(const OverviewState& state, Steps& steps)
{
    if (const auto* tuned = state.tuned; tuned && isWorse(tuned->metric, tuned->start.metric, tuned->best.metric))
        steps.push_back({TakeTuned,
                         Message("{} overrides take the worst output from {} to {}, measured on {} samples.",
                                 tuned->best.overrides.size(), measured(tuned->start.metric, tuned->metric),
                                 measured(tuned->best.metric, tuned->metric), tuned->judgedSamples),
                         true});
    if (state.repaired)
        addRepairs(state, steps);
}

/// What looks for a repair, and wasn't asked yet; what it finds is not known.
void addSearches(const OverviewState& state, Steps& steps)
{
    if (!state.hasData) {
        steps.push_back(
            {OpenData, Message("Repairs are searched for and judged on samples: open a data set for that.")});
        return;
    }
    if (state.hasConfig && state.canSimulate && !state.tuned)
        steps.push_back(
            {Tune,
             Message("Searches the fewest layers that need more than 8 bits. What it gains is measured by runs.")});
    if (!state.repaired)
        steps.push_back(
            {Fix, Message("Tries other ranges, scales per channel, equalization, wider or float layers, and "
                          "judges them on samples that nothing was fitted to.")});
}

/// Of a config that was edited and not saved.
Steps stepsOfEdit(const OverviewState& state)
{
    if (!state.trial)
        return {{Try, Message("The config was edited. Simulate it before it is saved: what it gains isn't known yet.")},
                {Undo, Message("Take the last edit back.")}};
    const auto sentence = trialSentence(*state.trial, MetricId::Sqnr);
    switch (effectOf(*state.trial, MetricId::Sqnr)) {
    case TrialEffect::Helps: break;
    case TrialEffect::Mixed: return {{Undo, sentence, true}, {Save, sentence, true}};
    case TrialEffect::Unknown:
        return {{Undo, Message("No output could be measured in the trial.")}, {Save, Message("Keep it nevertheless.")}};
    default: return {{Undo, sentence, true}, {Save, Message("Keep it nevertheless.")}};
    }
    Steps steps;
    addAnswers(state, steps);
    steps.push_back({Save, sentence, true});
    const auto* after = state.trial->afterResult.get();
    if (after && !isGoodEnough(after->verdict.quality()) && after->verdict.quality() != Quality::Unknown)
        addSearches(state, steps);
    return steps;
}

/// Why the layers at fault are to stay in float: what the output has then, as a run showed. Where that run had further
/// quantizers float that no config can name, @p uneditable of them, the edit alone gains another number.
Message keepFloatReason(const OutputVerdict& output, std::size_t uneditable)
{
    const auto& budget = *output.budget;
    const auto after = decibels(budget.repairedDb);
    if (uneditable > 0)
        return Message(
            "With their quantizers and {} more left float {} was measured at {} dB. What the edit alone gains "
            "is measured when it is tried.",
            uneditable, output.name, after);
    if (budget.isBroken)
        return Message("Measured: with their quantizers left float and everything else quantized {} has {} dB, and no "
                       "NaN.",
                       output.name, after);
    return Message("Measured: with their quantizers left float and everything else quantized {} has {} instead of {} "
                   "dB.",
                   output.name, after, decibels(budget.wholeDb));
}

/// Whether an edit of that layer changes what runs. A layer that is skipped already may keep a quantizer: what it
/// makes is quantized for the layer that reads it.
bool canBeSkipped(const OverviewState& state, const std::string& name)
{
    const auto& layers = state.compared->layers;
    return std::ranges::find(layers, name, &results::LayerRow::name) != layers.end()
           && std::ranges::find(state.skippedLayers, name) == state.skippedLayers.end();
}

/// Where several layers of one scope make the error, and the config can name them all. Beside single culprits a scope
/// is offered only where it gains more than they do.
std::optional<OverviewStep> scopeStep(const OverviewState& state, bool hasCulprits)
{
    const auto* output = explainedOutput(*state.verdict);
    if (!output || !output->budget->scope || !state.compared)
        return std::nullopt;
    const auto& budget = *output->budget;
    const auto& scope = *budget.scope;
    if (!std::ranges::all_of(scope.layers, [&](const auto& name) { return canBeSkipped(state, name); })
        || (hasCulprits && !(scope.repairedDb >= budget.repairedDb + kLeastScopeGainDb)))
        return std::nullopt;
    const auto after = decibels(scope.repairedDb);
    const auto reason =
        budget.isBroken
            ? Message("Several layers make the error together. Measured: with these {} left float and everything else "
                      "quantized {} has {} dB, and no NaN.",
                      scope.layers.size(), output->name, after)
            : Message("Several layers make the error together. Measured: with these {} left float and everything else "
                      "quantized {} has {} instead of {} dB.",
                      scope.layers.size(), output->name, after, decibels(budget.wholeDb));
    return OverviewStep{SkipScope, reason, true, scope.layers, scope.scope};
}

/// Of those whom a controlled run showed to make the error.
void addEdits(const OverviewState& state, Steps& steps)
{
    const auto culprits = shownCulprits(state);
    auto widened = culprits.layers;
    if (!culprits.layers.empty())
        steps.push_back({Skip, keepFloatReason(*explainedOutput(*state.verdict), culprits.uneditable),
                         culprits.uneditable == 0, culprits.layers});
    if (auto step = scopeStep(state, !culprits.layers.empty())) {
        if (widened.empty())
            widened = step->layers;
        steps.push_back(std::move(*step));
    }
    if (!widened.empty())
        steps.push_back({Widen,
                         Message("Where the target can't leave them float; what it gains is measured when it is "
                                 "tried."),
                         false, std::move(widened)});
}

Steps stepsOfVerdict(const OverviewState& state)
{
    const auto quality = qualityOf(state);
    if (quality == Quality::Unknown || isGoodEnough(quality))
        return {};
    Steps steps;
    addAnswers(state, steps);
    addEdits(state, steps);
    if (!state.verdict->hasBudget() && state.verdict->whyNoBudget.empty())
        steps.push_back({FindCauses, Message("Switches quantizers on one by one, and measures whose error it is.")});
    addSearches(state, steps);
    return steps;
}

} // namespace

const OutputVerdict* explainedOutput(const results::Verdict& verdict)
{
    const OutputVerdict* worst = nullptr;
    const auto rank = [](const OutputVerdict& output) {
        return output.quality == Quality::Unknown ? -1 : int(output.quality);
    };
    for (const auto& output : verdict.outputs)
        if (output.budget && (!worst || rank(output) > rank(*worst)))
            worst = &output;
    return worst;
}

ShownCulprits shownCulprits(const OverviewState& state)
{
    const auto* output = state.verdict ? explainedOutput(*state.verdict) : nullptr;
    if (!output || output->quality == Quality::Unknown || isGoodEnough(output->quality) || !state.compared
        || !output->budget->isExplained)
        return {};
    ShownCulprits found;
    const auto& budget = *output->budget;
    for (std::size_t i = 0; i < budget.culprits(); ++i) {
        const auto& name = budget.shares[i].opName;
        if (!canBeSkipped(state, name))
            ++found.uneditable;
        else if (std::ranges::find(found.layers, name) == found.layers.end())
            found.layers.push_back(name);
    }
    return found;
}

Message overviewSentence(const OverviewState& state)
{
    if (!state.hasBaseline)
        return Message("Open two files: the model in full precision and its quantized twin.");
    if (!state.hasAnalysis && !state.hasConfig)
        return Message("One file more: the quantized model, or a quantization config.");
    if (!state.compared && state.hasConfig && !state.hasAnalysis && !state.canSimulate)
        return Message("The scales have to come from somewhere: open calibration data.");
    if (state.isEdited)
        return state.trial ? Message("The edited config was tried.") : Message("The config was edited, not tried.");
    if (!state.compared)
        return state.hasInputs ? Message("Ready to be examined.")
                               : Message("Ready; no samples are open, so both models would be fed random numbers.");
    if (state.isStale)
        return Message("What is shown is of other files, inputs or an older config: examine again.");
    const auto quality = qualityOf(state);
    if (quality == Quality::Unknown)
        return Message("The outputs can't be judged by what was measured.");
    if (isGoodEnough(quality) && state.verdict->areInputsRandom)
        return Message("Both models agree on random numbers; whether they do on real samples stays open.");
    if (isGoodEnough(quality))
        return Message("Fine: nothing to repair, {}.", sampleWords(state.verdict->samples));
    return Message("The worst output is {}, {}.", qualityWord(quality), sampleWords(*state.verdict));
}

std::vector<OverviewStep> nextSteps(const OverviewState& state)
{
    if (auto steps = stepsToOpen(state); !steps.empty() && !(state.compared && !state.isStale))
        return steps;
    if (state.isEdited && state.canSimulate)
        return stepsOfEdit(state);
    if (state.compared && !state.isStale)
        return stepsOfVerdict(state);
    Steps steps;
    if (!state.hasInputs)
        steps.push_back({OpenData, Message("Real samples find real problems, and the worst of them is chosen.")});
    steps.push_back({Examine, state.hasInputs
                                  ? Message("Runs both models, compares every layer on the worst sample, and measures "
                                            "whose error it is.")
                                  : Message("Runs both models on random numbers, which say little.")});
    return steps;
}

} // namespace ql::report
