// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/calibration_pass.h"

#include "core/base/error.h"
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/run.h"

#include <algorithm>

namespace ql::quant {

namespace {

using runs::Tensor;
using Sharing = Observer::Sharing;

bool needsData(const PlannedQuantizer& quantizer)
{
    return quantizer.role == QuantizerRole::Activation && !quantizer.sameAs && !quantizer.knownRange
           && quantizer.settings.observer.method != "fixed" && needsScale(quantizer.settings);
}

bool isLacking(const PlannedQuantizer& quantizer, const Observations& observations)
{
    return needsData(quantizer) && !observations.find(quantizer.value, quantizer.settings.observer);
}

} // namespace

bool needsData(const QuantPlan& plan, const Observations& observations)
{
    return std::ranges::any_of(plan.quantizers,
                               [&](const PlannedQuantizer& one) { return isLacking(one, observations); });
}

void deriveKnown(const QuantPlan& plan, Observations& observations)
{
    for (const auto& quantizer : plan.quantizers)
        if (isLacking(quantizer, observations))
            observations.derive(quantizer.value, quantizer.settings.observer);
}

CalibrationPass::CalibrationPass(const graph::Graph& graph, const QuantPlan& plan, Observations& observations,
                                 CalibrationState state)
    : m_plan(plan)
    , m_state(state)
    , m_points(plannedPoints(graph, plan))
    , m_instrumented(instrument(graph, m_points))
    , m_program(m_instrumented.graph)
    , m_observers(plan.quantizers.size())
{
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        const auto& quantizer = plan.quantizers[i];
        m_pointByValue.emplace(m_instrumented.switched[i], i);
        if (isLacking(quantizer, observations))
            m_observers[i] = &observations.add(quantizer.value, quantizer.settings.observer);
    }
}

void CalibrationPass::run(const CalibrationData& data, JobContext& ctx)
{
    const auto watcher = [this](std::size_t index, std::span<const float> values, const graph::Shape& shape) {
        m_observers[index]->observe(values, shape);
    };
    ctx.step(m_known);
    for (std::size_t i = m_known; i < data.count; ++i) {
        runSample(data.read(i), watcher, ctx);
        settle(aloneGroup(), i + 1);
        ctx.step();
    }
}

void CalibrationPass::runOnRanks(RankGroup& ranks, const CalibrationData& data, JobContext& ctx)
{
    requirePartitionable(ranks, data.count);
    std::mutex reading;
    std::vector<std::mutex> mutexes(m_observers.size());
    const auto work = [&](std::size_t i, JobContext& context) {
        std::unique_lock lock(reading);
        auto inputs = data.read(i);
        lock.unlock();
        auto digests = observeSample(std::move(inputs), mutexes, context);
        context.step();
        return digests;
    };
    const auto take = [this](std::size_t, const Digests& digests) {
        for (const auto& [index, digest] : digests)
            m_observers.at(index)->absorb(digest);
    };
    ctx.step(m_known);
    runs::runInRounds<Digests>(ranks, {.begin = m_known, .end = data.count}, "samples",
                               runs::declaredBytes(m_instrumented.graph), ctx, work, take,
                               [&](std::size_t done) { settle(ranks, done); });
    bringTogether(ranks);
}

void CalibrationPass::requirePartitionable(RankGroup& ranks, std::size_t samples) const
{
    Packer about;
    about.add(std::uint64_t(samples));
    for (std::size_t i = 0; i < m_observers.size(); ++i) {
        const auto& quantizer = m_plan.quantizers[i];
        about.add(quantizer.layer).add(quantizer.settings.observer.method).add(quantizer.settings.format.bits);
        if (m_observers[i] && m_observers[i]->sharing() == Sharing::None)
            throw Error(ErrorCode::BadArgument,
                        Message("what the observer {} sees of some samples can't be joined with what it sees of "
                                "others: it calibrates on one process, {} were started",
                                quantizer.settings.observer.method, ranks.size()),
                        "start the program without its launcher");
    }
    runs::requireAlike(ranks, about.take());
}

/// On any thread. @p mutexes: of the observers
auto CalibrationPass::observeSample(runs::NamedTensors inputs, std::vector<std::mutex>& mutexes, JobContext& ctx) const
    -> Digests
{
    Digests digests;
    const auto watcher = [&](std::size_t index, std::span<const float> values, const graph::Shape& shape) {
        auto& observer = *m_observers[index];
        if (observer.sharing() == Sharing::BatchByBatch) {
            digests.emplace_back(index, observer.digest(values));
            return;
        }
        const std::lock_guard lock(mutexes[index]);
        observer.observe(values, shape);
    };
    runSample(std::move(inputs), watcher, ctx);
    return digests;
}

std::vector<TensorObserver*> CalibrationPass::observersOf(std::initializer_list<Sharing> sharings) const
{
    std::vector<TensorObserver*> observers;
    for (auto* observer : m_observers)
        if (observer && std::ranges::find(sharings, observer->sharing()) != sharings.end())
            observers.push_back(observer);
    return observers;
}

void CalibrationPass::bringTogether(RankGroup& ranks) const
{
    const auto joined = observersOf({Sharing::InAnyOrder});
    runs::exchangeEach(
        ranks, joined.size(), kAtATime, [&](std::size_t i) { return joined[i]->seen(); },
        [&](std::size_t i, std::string_view seen) { joined[i]->absorb(seen); });
}

void CalibrationPass::runSample(runs::NamedTensors inputs, const Watcher& watcher, JobContext& ctx) const
{
    runs::Hooks hooks;
    hooks.interceptors.push_back([&](const runs::ValueEvent& event) { return look(event, watcher); });
    runs::outputsOf(m_program, std::move(inputs), ctx, std::move(hooks));
}

std::optional<Tensor> CalibrationPass::look(const runs::ValueEvent& event, const Watcher& watcher) const
{
    const auto point = m_pointByValue.find(event.value);
    if (&event.graph != &m_instrumented.graph || point == m_pointByValue.end()
        || event.tensor.type != graph::DataType::Float)
        return std::nullopt;
    const auto index = point->second;
    if (m_observers[index]) {
        const auto values = event.tensor.data.contiguous();
        watcher(index, {values.data_ptr<float>(), std::size_t(values.numel())}, event.tensor.shape());
    }
    return m_state == CalibrationState::Calibration ? std::nullopt : quantized(event.tensor, index);
}

std::optional<Tensor> CalibrationPass::quantized(const Tensor& tensor, std::size_t index) const
{
    const auto& quantizer = m_plan.quantizers[index];
    if (quantizer.role == QuantizerRole::Weight)
        return m_points[index].apply(tensor);
    const auto decider = m_plan.decider(index);
    const auto parameters = activationParameters(m_plan.quantizers[decider], m_observers[decider]);
    return parameters ? std::optional(quantizedActivation(tensor, quantizer, *parameters)) : std::nullopt;
}

} // namespace ql::quant
