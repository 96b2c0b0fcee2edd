// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timed_questions.h"

#include "core/base/error.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/run_result.h"
#include "core/results/sensitivity_result.h"
#include "tests/bench/sample_list.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <limits>

namespace ql::bench {

namespace {

template <typename Request>
Request requestFor(const tests::TwinPair& pair, int threads)
{
    Request request;
    request.models.baseline = pair.baseline.string();
    request.models.analysis = pair.analysis.string();
    request.options.threads = threads;
    return request;
}

} // namespace

double runsSeconds(engine::Engine& engine, const tests::TwinPair& pair, int threads, int rounds)
{
    double seconds = 0.0;
    for (const auto& model : {pair.baseline, pair.analysis}) {
        results::RunRequest request;
        request.model = model.string();
        request.samples.inputs = inputWords(pair.inputs);
        request.options.threads = threads;
        seconds += leastSeconds(rounds, [&] {
            JobContext ctx;
            engine.run(request, ctx);
        });
    }
    return seconds;
}

TimedComparison timeComparison(engine::Engine& engine, const tests::TwinPair& pair, int threads, int rounds)
{
    auto request = requestFor<results::CompareRequest>(pair, threads);
    request.samples.inputs = inputWords(pair.inputs);
    request.causes = results::CauseRuns::None;
    constexpr double kForever = std::numeric_limits<double>::infinity();
    TimedComparison least{.ownSeconds = kForever, .nodeSeconds = kForever};
    least.seconds = leastSeconds(rounds, [&] {
        JobContext ctx;
        const auto result = engine.compare(request, ctx);
        least.ownSeconds = std::min(least.ownSeconds, result->totalSeconds - result->causesSeconds);
        least.nodeSeconds = std::min(least.nodeSeconds, result->baselineSeconds + result->analysisSeconds);
    });
    return least;
}

std::optional<TimedRanking> sensitivitySeconds(engine::Engine& engine, const tests::TwinPair& pair, int threads,
                                               int rounds)
{
    auto request = requestFor<results::SensitivityRequest>(pair, threads);
    request.samples.inputs = inputWords(pair.inputs);
    TimedRanking timed;
    try {
        timed.seconds = leastSeconds(rounds, [&] {
            JobContext ctx;
            const auto result = engine.sensitivity(request, ctx);
            timed.rows = result->outputs.empty() ? 0 : result->outputs.front().rows.size();
        });
    } catch (const Error&) {
        return std::nullopt;
    }
    return timed.rows > 0 ? std::optional(timed) : std::nullopt;
}

double badCaseSeconds(engine::Engine& engine, const tests::TwinPair& pair, std::size_t samples, int threads, int rounds)
{
    auto request = requestFor<results::BadCaseRequest>(pair, threads);
    const SampleList list(pair.inputs, samples);
    request.samples.data = list.path();
    return leastSeconds(rounds, [&] {
        JobContext ctx;
        engine.badcase(request, ctx);
    });
}

} // namespace ql::bench
