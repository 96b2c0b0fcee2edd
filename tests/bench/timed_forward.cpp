// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/timed_forward.h"

#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace ql::bench {

namespace {

constexpr double kTurnMilliseconds = 20.0;
constexpr int kLeastRounds = 3;

runs::NamedTensors readInputs(const TimedModel& model)
{
    runs::NamedTensors inputs;
    for (const auto& [name, path] : model.inputs)
        inputs.emplace(name, ops::toTensor(data::readNpy(path)));
    return inputs;
}

bool hasOperator(const graph::Graph& graph, std::string_view part)
{
    return std::ranges::any_of(graph.nodes(),
                               [&](const graph::Node& node) { return node.opType.find(part) != std::string::npos; });
}

} // namespace

struct TimedForward::Private {
    explicit Private(const TimedModel& model)
        : imported(importers::importModel(model.path))
        , program(imported.graph)
        , inputs(readInputs(model))
    {
    }

    importers::ImportedModel imported;
    runs::Program program;
    runs::NamedTensors inputs;
};

std::string nameOf(Arithmetic arithmetic)
{
    static constexpr const char* kNames[]{"float", "QOperator", "QDQ", "dynamic"};
    return kNames[static_cast<int>(arithmetic)];
}

TimedForward::TimedForward(const TimedModel& model)
    : m_d(std::make_unique<Private>(model))
{
}

TimedForward::~TimedForward() = default;
TimedForward::TimedForward(TimedForward&&) noexcept = default;

Arithmetic TimedForward::arithmetic() const
{
    const auto& graph = m_d->imported.graph;
    if (hasOperator(graph, "QLinear"))
        return Arithmetic::QOperator;
    if (hasOperator(graph, "DynamicQuantizeLinear") || hasOperator(graph, "Integer"))
        return Arithmetic::Dynamic;
    return hasOperator(graph, "DequantizeLinear") ? Arithmetic::Qdq : Arithmetic::Float;
}

double TimedForward::leastMilliseconds(int threads, int rounds) const
{
    const runs::ThreadGuard guard(threads);
    return leastSeconds(rounds, [this] { run(); }) * 1e3;
}

void TimedForward::run() const
{
    JobContext ctx;
    runs::Pass execution(m_d->program, m_d->inputs);
    execution.finish(ctx);
    execution.outputs();
}

double samplesMilliseconds(const TimedForward& baseline, const TimedForward& analysis, std::size_t samples, int threads,
                           int rounds)
{
    const auto runShare = [&](std::size_t share) {
        const runs::WorkerGuard guard(1);
        for (std::size_t sample = share; sample < samples; sample += std::size_t(threads)) {
            baseline.run();
            analysis.run();
        }
    };
    return leastSeconds(rounds,
                        [&] {
                            std::vector<std::jthread> others;
                            for (int share = 1; share < threads; ++share)
                                others.emplace_back(runShare, std::size_t(share));
                            runShare(0);
                        })
           * 1e3;
}

InTurns timeInTurns(const TimedForward& ours, const TimedModel& model, PeerProcess& peer, int threads, int turns)
{
    const auto roundsFor = [](double milliseconds) {
        return std::max(kLeastRounds, static_cast<int>(kTurnMilliseconds / milliseconds));
    };
    InTurns least{ours.leastMilliseconds(threads, kLeastRounds), peer.leastMilliseconds(model, threads, kLeastRounds)};
    for (int turn = 0; turn < turns; ++turn) {
        least.ours = std::min(least.ours, ours.leastMilliseconds(threads, roundsFor(least.ours)));
        least.theirs = std::min(least.theirs, peer.leastMilliseconds(model, threads, roundsFor(least.theirs)));
    }
    return least;
}

} // namespace ql::bench
