// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/finetune/finetune_start.h"
#include "core/analysis/finetune/finetune_state.h"
#include "core/analysis/fix/fix_start.h"
#include "core/analysis/simulation/written_forms.h"
#include "core/analysis/simulation/written_ports.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/data/datasets/sample_labels.h"
#include "core/export/onnx_writer.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/training/adam.h"
#include "core/quant/training/distillation_loss.h"
#include "core/runs/threads/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>
#include <random>

namespace ql::analysis {

namespace {

using results::FinetunePoint;
using results::FinetuneRequest;
using results::FinetuneResult;
using results::FixMeasure;

constexpr double kLostDb = 0.05;       ///< of an output, that isn't noise
constexpr double kWonDb = 0.1;         ///< on the mean of the outputs, that is worth anything
constexpr std::uint64_t kBackward = 2; ///< a backward pass takes as long as so many forwards
constexpr double kReadAt = 0.05;       ///< of the progress bar

std::string stemOf(const FinetuneRequest& request)
{
    return std::filesystem::path(request.models.baseline).stem().string() + "_finetuned";
}

results::FixRequest fixRequestOf(const FinetuneRequest& request)
{
    results::FixRequest fixing;
    fixing.models = request.models;
    fixing.heldOut = request.heldOut;
    fixing.metric = request.metric;
    fixing.mostJudged = request.mostJudged;
    fixing.options = request.options;
    fixing.images = request.images;
    return fixing;
}

quant::TrainedParts partsOf(results::TrainedPart trained)
{
    const bool hasRanges = trained != results::TrainedPart::Weights;
    return {.weights = trained != results::TrainedPart::Ranges, .ranges = hasRanges, .centres = hasRanges};
}

std::size_t outputNamed(const graph::Graph& graph, const std::string& name)
{
    for (std::size_t i = 0; i < graph.outputs().size(); ++i)
        if (name.empty() || graph.value(graph.outputs()[i]).name == name)
            return i;
    throw Error(ErrorCode::BadArgument, Message("the model has no output {}", name));
}

/// Of the samples that are trained on.
quant::LabelTask labelTask(const FinetuneRequest& request, const PreparedSimulation& prepared,
                           const FixSamples& samples)
{
    quant::LabelTask task;
    if (request.labels.empty())
        return task;
    const auto all = data::readLabels(request.labels, *prepared.data);
    const auto& graph = *prepared.baseline;
    task.output = outputNamed(graph, request.labelOutput);
    task.weight = request.labelWeight;
    data::requireClasses(request.labels, all, graph.value(graph.outputs().at(task.output)));
    for (const auto place : samples.fittedPlaces)
        task.labels.push_back(all.at(place));
    return task;
}

/// Each of @p count samples has its turn once in a round.
std::uint64_t stepsOf(const FinetuneRequest& request, std::size_t count)
{
    const auto size = std::max<std::size_t>(1, std::min(request.batch, count));
    return request.epochs == 0 ? request.steps : (request.epochs * count + size - 1) / size;
}

class Finetuning {
public:
    Finetuning(const FinetuneRequest& request, const graph::Graph* analysis, JobContext& ctx,
               const results::Listener<FinetuneResult>& listener)
        : m_request(request)
        , m_fixing(fixRequestOf(request))
        , m_ctx(ctx)
        , m_listener(listener)
        , m_given(fixStart(m_fixing, analysis, ctx))
        , m_samples(fixSamples(m_given.prepared, m_fixing))
        , m_judge(*m_given.prepared.baseline, m_samples.heldOut, request.metric, ctx)
        , m_start(finetuneStart(*m_given.subject, m_samples, m_judge, request.equalizes, ctx))
        , m_network(m_start.subject.graph(), m_start.subject.plan(m_samples.fitted, ctx), partsOf(request.trained))
        , m_teacher(m_start.subject.graph(), m_network, request.layerWeight,
                    labelTask(request, m_given.prepared, m_samples))
        , m_end(stepsOf(request, m_samples.fitted.count))
        , m_values(m_network.start())
        , m_adam(m_values)
        , m_bytesEach(3.0 * runs::declaredBytes(m_network.graph()))
    {
        if (m_values.empty())
            throw Error(ErrorCode::BadArgument, "nothing of the quantized network can be trained",
                        "quantize more, or train both weights and ranges");
    }

    std::shared_ptr<const FinetuneResult> run()
    {
        describe();
        m_result.start = m_result.best = m_start.given;
        m_result.equalized = m_start.equalized;
        resume();
        m_ctx.beginStage("training", m_end - m_steps, kReadAt, 1.0);
        try {
            while (m_steps < m_end) {
                makeStep();
                if (isCheck())
                    check();
                m_ctx.step();
            }
        } catch (const Cancelled&) {
            keep();
            if (m_listener)
                m_listener(snapshot());
            throw;
        }
        m_result.isComplete = true;
        keep();
        return snapshot();
    }

private:
    void describe()
    {
        m_result.baseline = m_request.models.baseline;
        m_result.analysis = m_request.models.analysisName();
        m_result.metric = m_request.metric;
        m_result.trained = m_request.trained;
        m_result.heldOutData = m_samples.isSplit ? m_request.models.quantization.data : m_request.heldOut;
        m_result.isSplit = m_samples.isSplit;
        m_result.fittedSamples = m_samples.fittedNames;
        m_result.heldOutSamples = m_samples.heldOutNames;
        m_result.steps = m_end;
        m_result.notes = m_given.notes;
        for (const auto& value : m_values)
            m_result.parameters += std::uint64_t(value.numel());
    }

    void resume()
    {
        if (m_request.checkpoint.empty())
            return;
        const auto job = jobOf(m_request, m_samples, m_start.subject.plan(m_samples.fitted, m_ctx));
        auto state = m_checkpoint.open(m_request.checkpoint, job);
        if (!state)
            return;
        m_steps = m_result.resumedAt = state->steps;
        m_adam.restore(m_steps, tensorsOf(state->firstMoments, m_values), tensorsOf(state->secondMoments, m_values));
        if (state->known.bestStep > 0)
            m_best = tensorsOf(state->best, m_values);
        m_values = tensorsOf(state->values, m_values);
        m_result.curve = std::move(state->known.curve);
        m_result.best = std::move(state->known.best);
        m_result.bestStep = state->known.bestStep;
        m_earlierForwards = state->known.forwards;
    }

    /// Which samples step @p step, from 0, takes: each once in every round, in an order that the round draws.
    std::vector<std::size_t> batchOf(std::uint64_t step) const
    {
        const auto count = m_samples.fitted.count;
        const auto size = std::min(m_request.batch, count);
        std::vector<std::size_t> batch;
        for (std::uint64_t place = step * size; batch.size() < size; ++place) {
            std::mt19937_64 random(m_request.options.seed * 1'000'003 + place / count);
            std::vector<std::size_t> order(count);
            std::iota(order.begin(), order.end(), std::size_t(0));
            for (auto i = count; i > 1; --i)
                std::swap(order[i - 1], order[random() % i]);
            batch.push_back(order[place % count]);
        }
        return batch;
    }

    void makeStep()
    {
        const auto batch = batchOf(m_steps);
        FinetunePoint point{.step = m_steps + 1};
        std::vector<at::Tensor> gradients(m_values.size());
        const auto work = [&](std::size_t i, JobContext&) {
            const auto inputs = m_samples.fitted.read(batch[i]);
            JobContext unseen(m_ctx.stopToken(), {});
            return m_teacher.loss(batch[i], inputs, m_values, unseen);
        };
        const auto share = 1.0 / double(batch.size());
        const auto take = [&](std::size_t, const quant::DistillationTerms& loss) {
            point.outputLoss += loss.output * share;
            point.layerLoss += loss.layer * share;
            point.labelLoss += loss.label * share;
            for (std::size_t k = 0; k < gradients.size(); ++k)
                if (loss.gradients[k].defined())
                    gradients[k] = gradients[k].defined() ? gradients[k] + loss.gradients[k] : loss.gradients[k];
        };
        runs::runSideBySide<quant::DistillationTerms>({.end = batch.size(), .steps = 0}, nullptr, m_bytesEach,
                                                      m_secondsEach, m_ctx, work, take);
        move(gradients);
        point.loss =
            point.outputLoss + m_request.layerWeight * point.layerLoss + m_request.labelWeight * point.labelLoss;
        m_forwards += (1 + kBackward) * batch.size();
        m_result.curve.push_back(std::move(point));
    }

    void move(const std::vector<at::Tensor>& gradients)
    {
        const double done = double(m_steps) / double(m_end);
        const double rate = m_request.learningRate * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
        auto rates = m_network.rates();
        for (auto& each : rates)
            each *= rate;
        m_adam.step(m_values, gradients, rates);
        ++m_steps;
    }

    bool isCheck() const
    {
        const auto every = std::max<std::uint64_t>(1, m_end / std::max<std::size_t>(1, m_request.checks));
        return m_steps == m_end || m_steps % every == 0;
    }

    void check()
    {
        const auto [graph, plan] = m_network.trained(m_values);
        auto measure = m_judge.measure(quant::qdqGraph(graph, plan), m_ctx);
        measure.cost = m_result.start.cost;
        auto& point = m_result.curve.back();
        point.loses = loses(measure);
        const double won = m_judge.decibels(measure, true) - m_judge.decibels(m_result.best, true);
        if (!point.loses && won >= (m_result.bestStep == 0 ? kWonDb : 0.0)) {
            m_result.best = measure;
            m_result.bestStep = m_steps;
            m_best.clear();
            for (const auto& value : m_values)
                m_best.push_back(value.clone());
        }
        point.check = std::move(measure);
        writeCheckpoint();
        if (m_listener)
            m_listener(snapshot());
    }

    /// Whether an output is worse than before training.
    bool loses(const FixMeasure& measure) const
    {
        for (std::size_t i = 0; i < measure.outputs.size(); ++i) {
            FixMeasure before;
            FixMeasure after;
            before.outputs = {m_result.start.outputs[i]};
            after.outputs = {measure.outputs[i]};
            if (m_judge.decibels(after, false) < m_judge.decibels(before, false) - kLostDb)
                return true;
        }
        return false;
    }

    void writeCheckpoint()
    {
        m_checkpoint.keep([this] { return state(); });
    }

    FinetuneState state() const
    {
        FinetuneState state{m_steps,
                            numbersOf(m_values),
                            numbersOf(m_adam.firstMoments()),
                            numbersOf(m_adam.secondMoments()),
                            numbersOf(m_best),
                            {}};
        state.known.curve = m_result.curve;
        state.known.best = m_result.best;
        state.known.bestStep = m_result.bestStep;
        state.known.forwards = forwards();
        return state;
    }

    std::uint64_t forwards() const
    {
        return m_earlierForwards + m_forwards + m_teacher.ownRuns() + m_judge.evaluations() * m_samples.heldOut.size();
    }

    /// What was reached so far, in files.
    void keep()
    {
        writeCheckpoint();
        if (m_request.folder.empty() || m_result.bestStep == 0)
            return;
        const auto stem = stemOf(m_request);
        const std::filesystem::path folder = m_request.folder;
        const auto [graph, plan] = m_network.trained(m_best);
        const auto qdq = quant::qdqGraph(graph, plan);
        m_result.files = writeForms({&qdq}, graph, plan, folder, {stem, {}, m_request.ports});
        m_result.files.push_back((folder / (stem + ".onnx")).string());
        exporting::writeOnnx(withPorts(graph, m_request.ports), m_result.files.back());
    }

    std::shared_ptr<const FinetuneResult> snapshot()
    {
        m_result.forwards = forwards();
        return std::make_shared<const FinetuneResult>(m_result);
    }

    const FinetuneRequest& m_request;
    const results::FixRequest m_fixing;
    JobContext& m_ctx;
    const results::Listener<FinetuneResult>& m_listener;
    FixStart m_given;
    FixSamples m_samples;
    FixJudge m_judge;
    FinetuneStart m_start;
    quant::TrainableNetwork m_network;
    quant::DistillationLoss m_teacher;
    std::uint64_t m_end; ///< steps in all
    std::vector<at::Tensor> m_values;
    quant::Adam m_adam;
    double m_bytesEach;
    double m_secondsEach = 0.0;     ///< once a sample was learned from
    std::vector<at::Tensor> m_best; ///< empty while nothing is offered
    std::uint64_t m_steps = 0;
    std::uint64_t m_forwards = 0;
    std::uint64_t m_earlierForwards = 0; ///< before it was resumed
    FinetuneCheckpoint m_checkpoint;
    FinetuneResult m_result;
};

/// Trains the request's baseline as its config quantizes it, or as @p analysis is quantized, if that isn't null: every
/// step moves weights and ranges so that layers and outputs come nearer to those of the float network on a few samples.
/// What is offered is the best of the networks that were held against samples nothing was trained on, if no output of
/// it is worse than before. Writes `<baseline>_finetuned_qdq.onnx`, `<baseline>_finetuned_record.txt` and
/// `<baseline>_finetuned.onnx` if a folder is given, also where it is cancelled; @p listener is told after each check
/// and then. @throws Error, Cancelled
std::shared_ptr<const FinetuneResult> finetuneModel(const FinetuneRequest& request, const graph::Graph* analysis,
                                                    JobContext& ctx, const results::Listener<FinetuneResult>& listener)
{
    if (request.models.quantization.data.empty())
        throw Error(ErrorCode::BadArgument, "training takes samples, and others to judge on", "give some with --data");
    if (request.metric != results::MetricId::Sqnr && request.metric != results::MetricId::Cosine)
        throw Error(ErrorCode::BadArgument, "a trained network is judged by sqnr_db or cosine");
    if (request.steps == 0 || request.batch == 0 || !(request.learningRate > 0.0))
        throw Error(ErrorCode::BadArgument, "training takes steps, samples in each, and a learning rate above 0",
                    "leave --steps, --batch and --learning-rate as they are");
    return Finetuning(request, analysis, ctx, listener).run();
}

} // namespace

std::shared_ptr<const FinetuneResult> finetune(Workspace& workspace, const FinetuneRequest& request, JobContext& ctx,
                                               const results::Listener<FinetuneResult>& listener)
{
    const ComputeScope scope(request.options);
    requireFolder(request.ports, request.folder);
    requireChangedApart(request.folder, stemOf(request));
    if (ranksOf(request.options).size() > 1)
        throw Error(ErrorCode::BadArgument, "a network is trained by one process", "start one");
    if (request.models.analysis.empty())
        return finetuneModel(request, nullptr, ctx, listener);
    const auto analysis = workspace.open(request.models.analysis, ctx.stopToken());
    return finetuneModel(request, &analysis->graph, ctx, listener);
}

} // namespace ql::analysis
