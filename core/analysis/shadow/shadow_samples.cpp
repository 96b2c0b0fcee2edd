// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/shadow.h"

#include "core/analysis/samples/samples.h"
#include "core/analysis/spread/sampled_runs.h"
#include "core/base/packed.h"

#include <chrono>
#include <utility>

namespace ql::analysis {

namespace {

constexpr std::size_t kPerRow = 3; // on the baseline's inputs, on the analysis model's, accumulated

SampleMetrics shadowMetrics(const results::ShadowResult& result)
{
    SampleMetrics metrics;
    for (const auto& row : result.rows)
        for (const auto* of : {&row.onBaselineInputs, &row.onAnalysisInputs, &row.accumulated})
            metrics.add(*of);
    return metrics;
}

} // namespace

std::shared_ptr<const results::ShadowResult> shadowSamples(const importers::ImportedModel& baseline,
                                                           const importers::ImportedModel& analysis,
                                                           const results::ShadowRequest& request, JobContext& ctx)
{
    const auto began = std::chrono::steady_clock::now();
    const auto samples = openSamples(baseline.graph, request.samples, request.options);
    const auto measure = [&](runs::NamedTensors inputs, JobContext& context) {
        return shadowMetrics(*shadow(baseline, analysis, std::move(inputs), request, context));
    };
    const auto& filter = request.filter;
    SampledRuns runs({.command = "shadow",
                      .models = request.models,
                      .selection = request.samples,
                      .options = request.options,
                      .mapFile = request.mapFile,
                      .about = Packer().add(filter.prefixes).add(filter.modules).add(filter.operatorTypes).take(),
                      .folder = request.folder},
                     baseline, analysis, samples);
    const auto spreads = runs.measure(measure, ctx);
    const auto worst = spreads.worst(0, spreads.thingCount(), kPerRow).value_or(SampleSpreads::Worst{});
    auto result =
        std::make_shared<results::ShadowResult>(*shadow(baseline, analysis, samples.read(worst.sample), request, ctx));
    runs.removeJournal();
    for (std::size_t i = 0; i < result->rows.size(); ++i) {
        auto& row = result->rows[i];
        row.overSamples = spreads.of(kPerRow * i);
        row.onAnalysisInputsOverSamples = spreads.of(kPerRow * i + 1);
        row.accumulatedOverSamples = spreads.of(kPerRow * i + 2);
    }
    result->samples = {.data = request.samples.data,
                       .count = spreads.count(),
                       .shown = worst.sample,
                       .shownName = samples.nameOf(worst.sample),
                       .because = result->rows.empty() ? "" : result->rows[worst.thing / kPerRow].name,
                       .everyNth = spreads.everyNth()};
    result->totalSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return result;
}

} // namespace ql::analysis
