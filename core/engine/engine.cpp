// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/analysis/attribution/attribution.h"
#include "core/analysis/badcase/badcase.h"
#include "core/analysis/calibrate/calibrate.h"
#include "core/analysis/checks/check.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/compare/compare_dumps.h"
#include "core/analysis/compare/inspect_layer.h"
#include "core/analysis/layers/graph_outline.h"
#include "core/analysis/model/accuracy.h"
#include "core/analysis/model/model_info.h"
#include "core/analysis/model/run_model.h"
#include "core/analysis/profile/profile.h"
#include "core/analysis/samples/image_preprocessing.h"
#include "core/analysis/samples/input_preview.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/shadow/shadow.h"
#include "core/analysis/simulation/simulation.h"
#include "core/analysis/tune/tune.h"
#include "core/analysis/weights/weights.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/engine/model_cache.h"
#include "core/engine/tensor_cache.h"
#include "core/ops/library/operator_library.h"
#include "core/runtime/executor.h"

#include <malloc.h>
#include <mutex>

namespace ql::engine {

namespace {

/// Values that simulations leave behind for the next one.
constexpr std::size_t kMostRememberedBytes = std::size_t(1) << 30;

/// Page faults dominate big copies (a 64 MB clone takes 37 ms with them, 9 ms without): keep freed memory.
void keepFreedMemory()
{
    constexpr int kNeverMap = 1 << 30;
    constexpr int kTopPadBytes = 64 << 20;
    mallopt(M_MMAP_THRESHOLD, kNeverMap);
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_TOP_PAD, kTopPadBytes);
}

void requireKnownDevice(const results::RunOptions& options)
{
    if (options.device != "cpu")
        throw Error(ErrorCode::BadArgument, Message("device {} is not available", options.device),
                    "this LibTorch was built without CUDA: use --device cpu");
}

/// What holds while a question is answered: its device was checked, its threads are set.
struct ComputeScope {
    explicit ComputeScope(const results::RunOptions& options)
        : threads((requireKnownDevice(options), options.threads))
    {
    }

    runtime::ThreadGuard threads;
};

/// The tensors that the `--input` words of @p request mean.
template <typename Request>
runtime::NamedTensors inputsOf(const Request& request, const import::ImportedModel& model)
{
    return data::readInputs(model.graph, request.inputs, request.options.seed,
                            analysis::preprocessingOf(request.images));
}

/// One sample from the `--input` words of @p request, or those of its dataset.
template <typename Request>
analysis::SampleSource samplesOf(const Request& request, const import::ImportedModel& model)
{
    return analysis::openSamples(
        model.graph, {request.inputs, request.data, request.numSteps, request.images, request.options.seed});
}

class LibTorchEngine final : public Engine {
public:
    LibTorchEngine() { keepFreedMemory(); }

    void prepare(const results::SessionOptions& options, JobContext& ctx) override
    {
        ctx.beginStage("loading operator libraries", options.operatorLibraries.size());
        for (const auto& library : options.operatorLibraries) {
            ops::loadOperatorLibrary(library);
            ctx.step();
        }
    }

    std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest& request, JobContext& ctx) override
    {
        ctx.beginStage("reading the model", 1);
        return analysis::modelInfo(*m_models.openWeights(request.model));
    }

    std::shared_ptr<const graph::Graph> graph(const results::InfoRequest& request, JobContext& ctx) override
    {
        ctx.beginStage("reading the model", 1);
        const auto model = m_models.open(request.model);
        return {model, &model->graph};
    }

    std::shared_ptr<const results::GraphOutline> outline(const results::GraphRequest& request, JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const auto pair = openOne(request, ctx);
        const auto& model = request.isFloat ? pair.baseline : pair.analysis;
        auto found = std::make_shared<results::GraphOutline>(analysis::outlineOf(model->graph));
        found->model = request.isFloat ? request.model : nameOf(request);
        return found;
    }

    std::shared_ptr<const results::InputPreview> preview(const results::PreviewRequest& request,
                                                         JobContext& ctx) override
    {
        ctx.beginStage("reading the inputs", 1);
        const auto model = m_models.open(request.model);
        return std::make_shared<results::InputPreview>(
            analysis::previewOf(model->graph, inputsOf(request, *model), request.mostElements));
    }

    std::shared_ptr<const results::RunResult> run(const results::RunRequest& request, JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        ctx.beginStage("reading the model", 1, 0.0, 0.05);
        const auto model = m_models.open(request.model);
        return analysis::runModel(*model, inputsOf(request, *model), request, ctx);
    }

    std::shared_ptr<const results::CompareResult> compare(const results::CompareRequest& request,
                                                          JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const bool isOfDumps = analysis::isDump(request.baseline) || analysis::isDump(request.analysis);
        if (isOfDumps && request.replaysDecisions)
            throw Error(ErrorCode::BadArgument, "the decisions in a dump are made and can't be replayed",
                        "leave out --replay-decisions, or give two models");
        if (isOfDumps)
            return analysis::compareWithDumps(request, modelAccess(request), ctx);
        if (isSimulated(request) && !request.replaysDecisions)
            return compareSimulated(request, ctx);
        const auto [baseline, analysis] = openPair(request, ctx);
        return analysis::compareModels(*baseline, *analysis, inputsOf(request, *baseline), named(request), ctx);
    }

    std::shared_ptr<const results::LayerValues> layerValues(const results::LayerValuesRequest& request,
                                                            JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        return analysis::inspectLayer(*tensorsOf(request, ctx), named(request), ctx);
    }

    std::shared_ptr<const results::AccuracyResult> accuracy(const results::AccuracyRequest& request,
                                                            JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        return analysis::measureAccuracy(*m_models.open(request.model), request, ctx);
    }

    std::shared_ptr<const results::BadCaseResult> findBadCase(const results::BadCaseRequest& request, JobContext& ctx,
                                                              const results::BadCaseListener& listener) override
    {
        const ComputeScope scope(request.options);
        const auto [baseline, analysis] = openPair(request, ctx);
        return analysis::findBadCase(*baseline, *analysis, named(request), ctx, listener);
    }

    std::shared_ptr<const results::AttributionResult> attribution(const results::AttributionRequest& request,
                                                                  JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const auto [baseline, analysis] = openPair(request, ctx);
        const auto samples = samplesOf(request, *baseline);
        return analysis::attributeErrors(baseline->graph, analysis->graph, samples, named(request), ctx);
    }

    std::shared_ptr<const results::SensitivityResult> sensitivity(const results::SensitivityRequest& request,
                                                                  JobContext& ctx,
                                                                  const results::SensitivityListener& listener) override
    {
        const ComputeScope scope(request.options);
        const auto [baseline, analysis] = openPair(request, ctx);
        const auto samples = samplesOf(request, *baseline);
        return analysis::sensitivity(baseline->graph, analysis->graph, samples, named(request), ctx, listener);
    }

    std::shared_ptr<const results::ShadowResult> shadow(const results::ShadowRequest& request, JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const auto [baseline, analysis] = openPair(request, ctx);
        return analysis::shadow(*baseline, *analysis, inputsOf(request, *baseline), named(request), ctx);
    }

    std::shared_ptr<const results::WeightsResult> weights(const results::WeightsRequest& request,
                                                          JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        if (isSimulated(request)) {
            const auto [baseline, analysis] = openPair(request, ctx);
            return analysis::compareWeights(*baseline, *analysis, named(request), ctx);
        }
        ctx.beginStage("reading the models", 1, 0.0, 0.05);
        const auto baseline = m_models.openWeights(request.baseline);
        ctx.throwIfCancelled();
        return analysis::compareWeights(*baseline, *m_models.openWeights(request.analysis), request, ctx);
    }

    std::shared_ptr<const results::ProfileResult> profile(const results::ProfileRequest& request,
                                                          JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const auto model = openOne(request, ctx).analysis;
        auto ask = request;
        ask.model = nameOf(request);
        return analysis::profileModel(*model, samplesOf(request, *model), ask, ctx);
    }

    std::shared_ptr<const results::CheckResult> check(const results::CheckRequest& request, JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const auto model = openOne(request, ctx).analysis;
        auto ask = request;
        ask.model = nameOf(request);
        return analysis::checkModel(*model, ask, ctx);
    }

    std::shared_ptr<const results::TuneResult> tune(const results::TuneRequest& request, JobContext& ctx,
                                                    const results::TuneListener& listener) override
    {
        const ComputeScope scope(request.options);
        return analysis::tune(request, ctx, listener);
    }

    std::shared_ptr<const results::CalibrateResult> calibrate(const results::CalibrateRequest& request,
                                                              JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        return analysis::calibrateModel(request, ctx);
    }

private:
    struct ModelPair {
        std::shared_ptr<const import::ImportedModel> baseline;
        std::shared_ptr<const import::ImportedModel> analysis;
    };

    struct SimulatedPair : ModelPair {
        std::size_t points = 0;
        std::size_t calibratedPoints = 0;
    };

    /// What simulations leave behind for the next one.
    struct SimulationCaches {
        analysis::SimulationCache simulation;
        runtime::ValueCache values{kMostRememberedBytes};
    };

    template <typename Request>
    static bool isSimulated(const Request& request)
    {
        if constexpr (requires { request.quantization; })
            return request.analysis.empty() && request.quantization.areGiven();
        return false;
    }

    template <typename Request>
    analysis::ModelAccess modelAccess(const Request& request)
    {
        return {[this](const std::string& path) { return m_models.open(path); },
                [&request](const import::ImportedModel& model) { return inputsOf(request, model); }};
    }

    /// A simulated model has no file; results call it by what it was made with.
    template <typename Request>
    static Request named(Request request)
    {
        if (!isSimulated(request))
            return request;
        const auto& config = request.quantization.config;
        request.analysis = request.baseline + (config.empty() ? " (simulated)" : " (simulated with " + config + ")");
        return request;
    }

    /// The pair of a simulated model: its baseline is the float network as it was quantized, batch norms folded.
    template <typename Request>
    static SimulatedPair simulate(const Request& request, const import::ImportedModel& model,
                                  analysis::SimulationCache& caches, JobContext& ctx)
    {
        const auto simulated =
            analysis::simulateModel(request.baseline, request.quantization, request.images, ctx, &caches);
        auto baseline = model;
        baseline.graph = *simulated.baseline;
        auto analysis = model;
        analysis.graph = simulated.qdq();
        analysis.path = named(request).analysis;
        return {{std::make_shared<const import::ImportedModel>(std::move(baseline)),
                 std::make_shared<const import::ImportedModel>(std::move(analysis))},
                simulated.points,
                simulated.calibratedPoints};
    }

    /// Quantizing the model that was quantized last again, a little differently, costs what the difference costs.
    std::shared_ptr<const results::CompareResult> compareSimulated(const results::CompareRequest& request,
                                                                   JobContext& ctx)
    {
        ctx.beginStage("reading the models", 1, 0.0, 0.05);
        const auto model = m_models.open(request.baseline);
        ctx.throwIfCancelled();
        const std::unique_lock lock(m_simulationMutex, std::try_to_lock);
        SimulationCaches another; // the one that is kept is at work
        auto& caches = lock.owns_lock() ? m_simulationCaches : another;
        const auto pair = simulate(request, *model, caches.simulation, ctx);
        auto result = std::make_shared<results::CompareResult>(*analysis::compareSimulated(
            *pair.baseline, *pair.analysis, inputsOf(request, *pair.baseline), named(request), caches.values, ctx));
        result->simulation->points = pair.points;
        result->simulation->calibratedPoints = pair.calibratedPoints;
        return result;
    }

    template <typename Request>
    ModelPair openPair(const Request& request, JobContext& ctx)
    {
        ctx.beginStage("reading the models", 1, 0.0, 0.05);
        auto baseline = m_models.open(request.baseline);
        ctx.throwIfCancelled();
        if constexpr (requires { request.quantization; })
            if (isSimulated(request)) {
                const std::unique_lock lock(m_simulationMutex, std::try_to_lock);
                analysis::SimulationCache another; // the one that is kept is at work
                return simulate(request, *baseline, lock.owns_lock() ? m_simulationCaches.simulation : another, ctx);
            }
        return {std::move(baseline), m_models.open(request.analysis)};
    }

    /// A question about one model, as one about it and what its quantization makes of it.
    template <typename Request>
    static results::CompareRequest asPair(const Request& request)
    {
        results::CompareRequest pair;
        pair.baseline = request.model;
        pair.quantization = request.quantization;
        pair.images = request.images;
        return pair;
    }

    /// The model that @p request is about, as `analysis`: its file, or what its quantization makes of that.
    template <typename Request>
    ModelPair openOne(const Request& request, JobContext& ctx)
    {
        if (request.quantization.areGiven())
            return openPair(asPair(request), ctx);
        ctx.beginStage("reading the model", 1, 0.0, 0.05);
        const auto model = m_models.open(request.model);
        return {model, model};
    }

    template <typename Request>
    static std::string nameOf(const Request& request)
    {
        return request.quantization.areGiven() ? named(asPair(request)).analysis : request.model;
    }

    /// What the comparison of the same simulated model left behind need not run again.
    TensorCache::Tensors simulatedTensors(const results::LayerValuesRequest& request, JobContext& ctx)
    {
        ctx.beginStage("reading the models", 1, 0.0, 0.05);
        const auto model = m_models.open(request.baseline);
        const std::unique_lock lock(m_simulationMutex, std::try_to_lock);
        SimulationCaches another; // the one that is kept is at work
        auto& caches = lock.owns_lock() ? m_simulationCaches : another;
        const auto pair = simulate(request, *model, caches.simulation, ctx);
        return std::make_shared<analysis::LayerTensors>(analysis::layerTensors(
            *pair.baseline, *pair.analysis, inputsOf(request, *pair.baseline), request, &caches.values, ctx));
    }

    TensorCache::Tensors tensorsOf(const results::LayerValuesRequest& request, JobContext& ctx)
    {
        if (analysis::isDump(request.baseline) || analysis::isDump(request.analysis))
            return std::make_shared<analysis::LayerTensors>(analysis::layerOfDumps(request, modelAccess(request), ctx));
        if (isSimulated(request))
            return simulatedTensors(request, ctx);
        const auto [baseline, analysis] = openPair(request, ctx);
        return m_tensors.get({baseline, analysis, inputsOf(request, *baseline)}, request, ctx);
    }

    ModelCache m_models;
    TensorCache m_tensors;
    std::mutex m_simulationMutex;
    SimulationCaches m_simulationCaches;
};

} // namespace

} // namespace ql::engine

/// The factory that loadEngine() looks up. The caller owns what it returns.
extern "C" ql::engine::Engine* quantloupe_create_engine()
{
    return new ql::engine::LibTorchEngine;
}
