// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timed_repairs.h"

#include "core/results/attribution_result.h"
#include "core/results/calibrate_result.h"
#include "core/results/finetune_result.h"
#include "core/results/fix_result.h"
#include "core/results/tune_result.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace ql::bench {

namespace {

/// Weights that have cluster centres, without which learned_centres proposes nothing.
constexpr const char* kCentres = "skip_layers: []\n"
                                 "common_config:\n"
                                 "  weight_quant_params: {quantizer: LnqFakeQuantize, quantizer_args: "
                                 "{num_bits: 4, channel_wise: true}}\n";

template <typename Ask>
TimedRepair timed(Ask&& ask)
{
    TimedRepair took;
    took.seconds = leastSeconds(1, [&] {
        JobContext ctx;
        took.about = ask(ctx);
    });
    return took;
}

} // namespace

TimedRepairs::TimedRepairs(engine::Engine& engine, const tests::TwinPair& pair, const RepairEffort& effort)
    : m_engine(engine)
    , m_pair(pair)
    , m_effort(effort)
    , m_list(pair.inputs, effort.samples)
{
}

template <typename Request>
Request TimedRepairs::ofPair() const
{
    Request request;
    request.models.baseline = m_pair.baseline.string();
    request.models.analysis = m_pair.analysis.string();
    request.samples.inputs = inputWords(m_pair.inputs);
    request.options.threads = 1;
    return request;
}

template <typename Request>
Request TimedRepairs::simulated() const
{
    Request request;
    request.models.baseline = m_pair.baseline.string();
    request.models.quantization.data = m_list.path();
    request.options.threads = 1;
    return request;
}

TimedRepair TimedRepairs::calibrate() const
{
    results::CalibrateRequest request;
    request.model = m_pair.baseline.string();
    request.quantization.data = m_list.path();
    request.options.threads = 1;
    return timed([&](JobContext& ctx) {
        return fmt::format("{} values, {} samples", m_engine.calibrate(request, ctx)->values.size(), m_effort.samples);
    });
}

TimedRepair TimedRepairs::attribution() const
{
    const auto request = ofPair<results::AttributionRequest>();
    return timed([&](JobContext& ctx) { return m_engine.attribution(request, ctx) ? "a sample" : ""; });
}

TimedRepair TimedRepairs::sensitivity(results::SensitivityMethod method) const
{
    auto request = ofPair<results::SensitivityRequest>();
    request.method = method;
    request.growingSets = 0;
    return timed([&](JobContext& ctx) {
        return fmt::format("{} rows", m_engine.sensitivity(request, ctx)->outputs.front().rows.size());
    });
}

TimedRepair TimedRepairs::tune() const
{
    constexpr double kTargetDb = 30.0;
    results::TuneRequest request;
    request.baseline = m_pair.baseline.string();
    request.quantization.data = m_list.path();
    request.targets = {{.output = {}, .value = kTargetDb}};
    request.mostOverrides = m_effort.layers;
    request.mostJudged = 2;
    request.options.threads = 1;
    return timed(
        [&](JobContext& ctx) { return fmt::format("{} evaluations", m_engine.tune(request, ctx)->evaluations); });
}

double TimedRepairs::trainingSeconds(std::size_t steps) const
{
    auto request = simulated<results::FinetuneRequest>();
    request.steps = steps;
    request.batch = 1;
    request.checks = 1;
    request.mostJudged = 1;
    request.equalizes = false;
    return timed([&](JobContext& ctx) { return m_engine.finetune(request, ctx) ? "" : "nothing"; }).seconds;
}

TimedRepair TimedRepairs::stepOfTraining() const
{
    trainingSeconds(1); // reads what there is to read
    const double few = trainingSeconds(1);
    return {(trainingSeconds(1 + m_effort.steps) - few) / double(m_effort.steps)};
}

TimedRepair TimedRepairs::repair(const std::string& fix) const
{
    auto request = simulated<results::FixRequest>();
    request.fixes = {fix};
    request.mostJudged = 2;
    request.worstLayers = m_effort.layers;
    if (fix == "learned_centres") {
        request.models.quantization.config = "centres.yaml";
        request.models.quantization.configText = kCentres;
    }
    return timed(
        [&](JobContext& ctx) { return fmt::format("{} candidates", m_engine.fix(request, ctx)->rows.size()); });
}

TimedRepair TimedRepairs::allRepairs(const std::string& samples) const
{
    results::FixRequest request;
    request.models.baseline = m_pair.baseline.string();
    request.models.analysis = m_pair.analysis.string();
    request.models.quantization.data = samples;
    request.options.threads = 1;
    return timed([&](JobContext& ctx) {
        const auto began = std::chrono::steady_clock::now();
        double first = 0.0;
        const auto listen = [&](const std::shared_ptr<const results::FixResult>& sofar) {
            const auto isProven = [](const results::FixRow& row) {
                return row.state == results::FixRow::State::Unneeded || row.state == results::FixRow::State::Chosen;
            };
            if (first == 0.0 && std::ranges::any_of(sofar->rows, isProven))
                first = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        };
        const auto result = m_engine.fix(request, ctx, listen);
        return fmt::format("first proven after {:.2f} s, {} candidates, {} evaluations, {:.2f} -> {:.2f} dB", first,
                           result->rows.size(), result->evaluations, result->start.metric, result->best.metric);
    });
}

TimedRepair TimedRepairs::tuneOn(const std::string& samples, double decibels) const
{
    results::TuneRequest request;
    request.baseline = m_pair.baseline.string();
    request.quantization.data = samples;
    request.targets = {{.output = {}, .value = decibels}};
    request.options.threads = 1;
    return timed([&](JobContext& ctx) {
        const auto result = m_engine.tune(request, ctx);
        return fmt::format("{} evaluations, {} overrides, {:.2f} dB", result->evaluations,
                           result->best.overrides.size(), result->best.metric);
    });
}

} // namespace ql::bench
