// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/learned_ranges.h"

#include "core/base/error.h"
#include "core/quant/training/adam.h"
#include "core/quant/training/distillation_loss.h"
#include "core/runs/threads/side_by_side.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ql::quant {

namespace {

constexpr int kTrainingSteps = 80;
constexpr int kStepsBetweenLooks = 4;
/// Each step learns from as many samples, in turns, as make so many numbers: more would change little.
constexpr std::size_t kNumbersOfStep = std::size_t(1) << 16;
constexpr std::size_t kLeastSamplesOfStep = 2;
constexpr double kForwardsKept = 3.0; ///< a forward, what it keeps for the way back, and the gradients

/// The layer's error, and how it changes with the parameters.
class DistillationTarget {
public:
    /// @pre samples aren't empty
    DistillationTarget(const SingleLayer& layer, const std::vector<runs::NamedTensors>& samples, TrainedParts parts,
                       JobContext& ctx)
        : m_network(layer.graph, layer.plan, parts)
        , m_teacher(layer.graph, m_network, 0.0)
        , m_samples(samples)
        , m_bytesEach(kForwardsKept * runs::declaredBytes(m_network.graph()))
        , m_samplesOfStep(samples.size())
    {
        if (parts.weights)
            return; // each of their numbers has to see all
        JobContext unseen(ctx.stopToken(), {});
        const auto size = std::max<std::size_t>(1, m_teacher.outputSize(0, samples.front(), unseen));
        m_samplesOfStep = std::min(samples.size(), std::max(kLeastSamplesOfStep, (kNumbersOfStep + size - 1) / size));
    }

    const TrainableNetwork& network() const { return m_network; }
    /// Whether each step sees all samples, and so shows the error.
    bool isWhole() const { return m_samples.size() == m_samplesOfStep; }

    /// Mean over the samples, which threads share; not a number where they can't be compared.
    double error(const std::vector<at::Tensor>& values, JobContext& ctx)
    {
        if (isWhole()) {
            std::vector<at::Tensor> unused;
            return errorOfStep(0, values, unused, ctx);
        }
        double sum = 0.0;
        const auto work = [&](std::size_t i, JobContext& each) {
            JobContext unseen(each.stopToken(), {});
            return m_teacher.outputError(i, m_samples[i], values, unseen);
        };
        runs::runSideBySide<double>({.end = m_samples.size(), .steps = 0}, nullptr, m_bytesEach, m_secondsOfLook, ctx,
                                    work, [&](std::size_t, double error) { sum += error; });
        return sum / double(m_samples.size());
    }

    /// The same of the samples that step @p step learns from, and what they teach.
    double errorOfStep(std::size_t step, const std::vector<at::Tensor>& values, std::vector<at::Tensor>& gradients,
                       JobContext& ctx)
    {
        gradients.assign(values.size(), {});
        double sum = 0.0;
        const auto work = [&](std::size_t i, JobContext& each) {
            const auto sample = (step * m_samplesOfStep + i) % m_samples.size();
            JobContext unseen(each.stopToken(), {});
            return m_teacher.loss(sample, m_samples[sample], values, unseen);
        };
        const auto take = [&](std::size_t, const DistillationTerms& loss) {
            sum += loss.output;
            for (std::size_t k = 0; k < values.size(); ++k)
                if (loss.gradients[k].defined())
                    gradients[k] = gradients[k].defined() ? gradients[k] + loss.gradients[k] : loss.gradients[k];
        };
        runs::runSideBySide<DistillationTerms>({.end = m_samplesOfStep, .steps = 0}, nullptr, m_bytesEach,
                                               m_secondsEach, ctx, work, take);
        return sum / double(m_samplesOfStep);
    }

private:
    TrainableNetwork m_network;
    DistillationLoss m_teacher;
    const std::vector<runs::NamedTensors>& m_samples;
    double m_bytesEach;
    std::size_t m_samplesOfStep;
    double m_secondsEach = 0.0; ///< once a sample was learned from
    double m_secondsOfLook = 0.0;
};

std::vector<at::Tensor> copiesOf(const std::vector<at::Tensor>& values)
{
    std::vector<at::Tensor> copies;
    for (const auto& value : values)
        copies.push_back(value.clone());
    return copies;
}

/// What can't be differentiated, or makes nothing but zeros, teaches nothing.
bool teachesNothing(const Error& error)
{
    return error.code() == ErrorCode::BadArgument || error.code() == ErrorCode::UnsupportedOperator;
}

LearnedRanges learned(DistillationTarget& target, std::vector<at::Tensor> values, double firstRate, JobContext& ctx)
{
    const c10::InferenceMode off(false);
    Adam adam(values);
    std::vector<at::Tensor> gradients;
    auto best = copiesOf(values);
    LearnedRanges ranges;
    const auto look = [&](int step, double error) {
        if (step == 0)
            ranges.before = ranges.after = error;
        else if (error < ranges.after) {
            ranges.after = error;
            best = copiesOf(values);
        }
    };
    for (int step = 0; step <= kTrainingSteps; ++step) {
        ctx.throwIfCancelled();
        if (!target.isWhole() && step % kStepsBetweenLooks == 0)
            look(step, target.error(values, ctx));
        const double error = target.errorOfStep(std::size_t(step), values, gradients, ctx);
        if (target.isWhole())
            look(step, error);
        const double rate = firstRate * 0.5 * (1.0 + std::cos(std::numbers::pi * step / kTrainingSteps));
        auto rates = target.network().rates();
        for (auto& each : rates)
            each *= rate;
        const c10::AutoGradMode notRecorded(false);
        adam.step(values, gradients, rates);
    }
    auto [graph, plan] = target.network().trained(best);
    ranges.graph = std::move(graph);
    for (auto& quantizer : plan.quantizers)
        ranges.parameters.push_back(std::move(quantizer.parameters));
    return ranges;
}

} // namespace

std::optional<LearnedRanges> learnedRanges(const SingleLayer& layer, const std::vector<runs::NamedTensors>& samples,
                                           JobContext& ctx, const LayerTraining& training)
{
    try {
        if (samples.empty())
            return std::nullopt;
        DistillationTarget taught(layer, samples, training.parts, ctx);
        auto values = taught.network().start();
        if (values.empty())
            return std::nullopt;
        return learned(taught, std::move(values), training.rate, ctx);
    } catch (const Error& error) {
        if (!teachesNothing(error))
            throw;
        return std::nullopt;
    }
}

std::optional<double> rangeError(const SingleLayer& layer, const std::vector<runs::NamedTensors>& samples,
                                 JobContext& ctx)
{
    try {
        if (samples.empty())
            return std::nullopt;
        DistillationTarget target(layer, samples, LayerTraining().parts, ctx);
        const auto values = target.network().start();
        if (values.empty())
            return std::nullopt;
        return target.error(values, ctx);
    } catch (const Error& error) {
        if (!teachesNothing(error))
            throw;
        return std::nullopt;
    }
}

} // namespace ql::quant
