// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timed_questions.h"

#include "core/base/error.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/run_result.h"
#include "core/results/sensitivity_result.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <unistd.h>

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

std::vector<std::string> inputWords(const tests::TwinPair& pair)
{
    std::vector<std::string> words;
    for (const auto& [name, path] : pair.inputs)
        words.push_back(name + "=" + path.string());
    return words;
}

/// A list of samples that goes with it.
class SampleList {
public:
    SampleList(const tests::TwinPair& pair, std::size_t samples)
        : m_path(std::filesystem::temp_directory_path() / ("bench_samples_" + std::to_string(getpid()) + ".txt"))
    {
        std::string line;
        for (const auto& word : inputWords(pair))
            line += (line.empty() ? "" : ";") + word;
        std::ofstream file(m_path);
        for (std::size_t i = 0; i < samples; ++i)
            file << line << "\n";
    }
    ~SampleList() { std::filesystem::remove(m_path); }
    SampleList(const SampleList&) = delete;
    SampleList& operator=(const SampleList&) = delete;

    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

} // namespace

double runsSeconds(engine::Engine& engine, const tests::TwinPair& pair, int threads, int rounds)
{
    double seconds = 0.0;
    for (const auto& model : {pair.baseline, pair.analysis}) {
        results::RunRequest request;
        request.model = model.string();
        request.samples.inputs = inputWords(pair);
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
    request.samples.inputs = inputWords(pair);
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
    request.samples.inputs = inputWords(pair);
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
    const SampleList list(pair, samples);
    request.samples.data = list.path();
    return leastSeconds(rounds, [&] {
        JobContext ctx;
        engine.badcase(request, ctx);
    });
}

} // namespace ql::bench
