// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/spread/sampled_runs.h"

#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/runtime/on_ranks.h"

#include <mutex>

namespace ql::analysis {

SampleSpreads measureSamples(const import::ImportedModel& baseline, const import::ImportedModel& analysis,
                             const SampleSource& samples, const results::RunOptions& options, const std::string& about,
                             const std::function<SampleMetrics(runtime::NamedTensors, JobContext&)>& measure,
                             JobContext& ctx)
{
    auto& ranks = ranksOf(options);
    if (!ranks.isAlone())
        runtime::requireAlike(ranks, Packer().add(about).add(std::uint64_t(samples.count)).take());
    SampleSpreads spreads;
    std::mutex reading;
    const auto work = [&](std::size_t index, JobContext& context) {
        std::unique_lock lock(reading);
        auto inputs = samples.read(index);
        lock.unlock();
        // The stages of one comparison say nothing of how far all of them are.
        JobContext own(context.stopToken(), {});
        auto metrics = withContext(Message("sample {}", index), [&] { return measure(std::move(inputs), own); });
        context.step();
        return metrics;
    };
    ctx.beginStage("comparing samples", samples.count, 0.05, 0.9);
    runtime::runOnRanks<SampleMetrics>(ranks, {.begin = 0, .end = samples.count, .steps = 1}, "samples",
                                       runtime::declaredBytes(baseline.graph) + runtime::declaredBytes(analysis.graph),
                                       ctx, work,
                                       [&](std::size_t, const SampleMetrics& metrics) { spreads.add(metrics); });
    return spreads;
}

void requireSampled(const results::InputSelection& samples, const results::RunOptions& options,
                    const std::string& command)
{
    if (!samples.data.empty() && !options.postProcess.empty())
        throw Error(ErrorCode::BadArgument, "--post-process is about the outputs of one run, not of a dataset",
                    "pass one sample as inputs, or search the dataset with badcase");
    if (!samples.data.empty() && options.functions)
        throw Error(ErrorCode::BadArgument, "functions of the calling program are asked about one run, not a dataset",
                    "pass one sample as inputs, or leave out the functions");
    if (samples.data.empty() && !ranksOf(options).isAlone())
        throw Error(ErrorCode::BadArgument,
                    Message("{} of one input runs on one process, {} were started", command, ranksOf(options).size()),
                    "pass a dataset by --data, or start it without the launcher");
}

} // namespace ql::analysis
