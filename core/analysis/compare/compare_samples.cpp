// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/spread/sampled_runs.h"
#include "core/base/packed.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ql::analysis {

namespace {

/// What @p output is as good as: its SQNR, or that of its worst slice.
results::Metrics worstOf(const results::OutputComparison& output)
{
    results::Metrics worst;
    for (const auto metric : results::kAllMetrics)
        results::setValue(worst, metric, std::nullopt);
    worst.sqnrDb = output.metrics->sqnrDb;
    if (output.worstSlice && results::isWorse(results::MetricId::Sqnr, output.worstSlice->sqnrDb, worst.sqnrDb))
        worst.sqnrDb = output.worstSlice->sqnrDb;
    results::setValue(worst, results::MetricId::Sqnr, worst.sqnrDb);
    return worst;
}

/// Outputs first, then layers, then what each output is as good as.
SampleMetrics metricsOf(const results::CompareResult& result)
{
    SampleMetrics metrics;
    for (const auto& output : result.outputs)
        metrics.add(output.metrics);
    for (const auto& layer : result.layers) {
        metrics.add(layer.metrics);
        const auto& values = layer.baseline.statistics;
        if (values.count > 0)
            metrics.setRange(std::size_t(layer.index), values.min, values.max);
    }
    for (const auto& output : result.outputs)
        metrics.add(output.metrics ? std::optional(worstOf(output)) : std::nullopt);
    return metrics;
}

/// What numbers hang on, but for models and samples.
std::string aboutOf(const results::CompareRequest& request)
{
    Packer about;
    about.add(std::string("slices"))
        .add(request.withHistograms)
        .add(request.showAll)
        .add(request.replaysDecisions)
        .add(request.filter.prefixes);
    return about.add(request.filter.modules).add(request.filter.operatorTypes).take();
}

RowRanges rangesOf(const SampleSpreads& spreads)
{
    RowRanges ranges;
    for (std::size_t row = 0; row < spreads.lows().size(); ++row)
        ranges.push_back(spreads.lows()[row] <= spreads.highs()[row]
                             ? std::optional(ValueRange{spreads.lows()[row], spreads.highs()[row]})
                             : std::nullopt);
    return ranges;
}

void addSpreads(results::CompareResult& result, const SampleSpreads& spreads)
{
    for (std::size_t i = 0; i < result.outputs.size(); ++i)
        result.outputs[i].overSamples = spreads.of(i);
    for (std::size_t i = 0; i < result.layers.size(); ++i)
        result.layers[i].overSamples = spreads.of(result.outputs.size() + i);
}

} // namespace

std::shared_ptr<results::CompareResult> compareSamples(const importers::ImportedModel& baseline,
                                                       const importers::ImportedModel& analysis,
                                                       const results::CompareRequest& request, JobContext& ctx,
                                                       std::shared_ptr<const PairedLayers> paired)
{
    const auto began = std::chrono::steady_clock::now();
    if (!paired)
        paired = std::make_shared<const PairedLayers>(
            baseline.graph, analysis.graph, true, request.mapFile.empty() ? NameMap{} : readNameMap(request.mapFile));
    const auto samples = openSamples(baseline.graph, request.samples, request.options);
    auto quick = request;
    quick.causes = results::CauseRuns::None;
    quick.slices.clear();
    quick.options.functions = nullptr; // taps see the sample that is shown
    const auto measure = [&](runs::NamedTensors inputs, JobContext& context) {
        return metricsOf(
            *compareModels(baseline, analysis, std::move(inputs), quick, context, paired, {.showsLayers = false}));
    };
    SampledRuns runs({.command = "compare",
                      .models = request.models,
                      .selection = request.samples,
                      .options = request.options,
                      .mapFile = request.mapFile,
                      .about = aboutOf(request),
                      .folder = request.folder},
                     baseline, analysis, samples);
    const auto spreads = runs.measure(measure, ctx);
    const auto outputs = pairOutputs(baseline.graph, analysis.graph).size();
    const auto firstJudged = std::max(outputs, spreads.thingCount()) - outputs;
    const auto worst = spreads.worst(firstJudged, outputs).value_or(SampleSpreads::Worst{0, firstJudged});
    const auto worstOutput = worst.thing - firstJudged;
    auto result = compareModels(baseline, analysis, samples.read(worst.sample), request, ctx, paired,
                                {1 + std::size_t(spreads.count()), rangesOf(spreads)});
    runs.removeJournal();
    addSpreads(*result, spreads);
    result->samples = {.data = request.samples.data,
                       .count = spreads.count(),
                       .shown = worst.sample,
                       .shownName = samples.nameOf(worst.sample),
                       .because = worstOutput < result->outputs.size() ? result->outputs[worstOutput].name : "",
                       .everyNth = spreads.everyNth()};
    result->totalSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return result;
}

} // namespace ql::analysis
