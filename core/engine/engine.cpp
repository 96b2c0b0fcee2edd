// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/analysis/analyses.h"
#include "core/analysis/compare/tensor_cache.h"
#include "core/analysis/from_model/applied_config.h"
#include "core/analysis/from_model/made_simulation.h"
#include "core/analysis/matching/outline_pair.h"
#include "core/analysis/model/model_info.h"
#include "core/analysis/model/run_model.h"
#include "core/analysis/samples/config_images.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/plugin.h"
#include "core/caller/library/tap_library.h"
#include "core/ops/library/operator_library.h"
#include "core/quant/library/observer_library.h"
#include "core/ranks/group.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/calibrate_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/finetune_result.h"
#include "core/results/fix_result.h"
#include "core/results/profile_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/tune_result.h"
#include "core/results/weights_result.h"

#include <array>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

namespace ql::engine {

namespace {

using analysis::ComputeScope;

/// Every kind of thing that a library may bring.
constexpr std::array kReaders{&ops::readOperators, &quant::readObservers, &caller::readTaps};

std::function<void()> readAll(const Plugin& plugin)
{
    std::vector<std::function<void()>> found;
    for (const auto& read : kReaders)
        if (auto take = read(plugin))
            found.push_back(std::move(take));
    if (found.empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it is no operator library: it has no function {}", "quantloupe_operators_version"),
                    "write it against quantloupe/operators.h, quantloupe/observers.h or quantloupe/taps.h");
    return [found = std::move(found)] {
        for (const auto& take : found)
            take();
    };
}

/// Takes in the operators, observers and taps of a shared library (quantloupe/operators.h, quantloupe/observers.h,
/// quantloupe/taps.h), for as long as the process lives.
/// @throws Error (FileNotFound, UnsupportedFormat, BadArgument) with the path
void loadLibrary(const std::filesystem::path& path)
{
    withContext(Message("operator library {}", path.string()), [&] { loadPlugin(path, &readAll); });
}

class LibTorchEngine final : public Engine {
public:
    void prepare(const results::SessionOptions& options, JobContext& ctx) override
    {
        ctx.beginStage("loading operator libraries", options.operatorLibraries.size());
        for (const auto& library : options.operatorLibraries) {
            loadLibrary(library);
            ctx.step();
        }
    }

    std::shared_ptr<RankGroup> joinRanks(const ranks::Launch& launch, JobContext& ctx) override
    {
        ctx.beginStage("waiting for the other ranks", 1, 0.0, 0.0);
        return ranks::joinGroup(launch, ctx.stopToken());
    }

    std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest& request, JobContext& ctx) override
    {
        ctx.beginStage("reading the model", 1);
        const auto capacity =
            request.capacityFile.empty() ? config::CapacityConfig() : config::readCapacityConfig(request.capacityFile);
        return analysis::modelInfo(*m_workspace.openWeights(request.model, request.stateDict, ctx.stopToken()),
                                   request.listsQuantizable, capacity);
    }

    std::shared_ptr<const graph::Graph> graph(const results::InfoRequest& request, JobContext& ctx) override
    {
        ctx.beginStage("reading the model", 1);
        const auto model = m_workspace.open(request.model, ctx.stopToken());
        return {model, &model->graph};
    }

    std::shared_ptr<const results::GraphOutline> outline(const results::GraphRequest& request, JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        const auto [model, name] = drawn(request, ctx);
        auto found = std::make_shared<results::GraphOutline>(analysis::outlineOf(model->graph));
        found->model = name;
        return found;
    }

    std::shared_ptr<const results::GraphPair> outlinePair(const results::GraphPairRequest& request,
                                                          JobContext& ctx) override
    {
        const ComputeScope scope(request.baseline.options);
        const auto [baseline, baselineName] = drawn(request.baseline, ctx);
        const auto [analysis, analysisName] = drawn(request.analysis, ctx);
        auto found = std::make_shared<results::GraphPair>(analysis::outlinePair(
            baseline->graph, analysis->graph,
            request.mapFile.empty() ? analysis::NameMap{} : analysis::readNameMap(request.mapFile)));
        found->baseline.model = baselineName;
        found->analysis.model = analysisName;
        return found;
    }

    std::shared_ptr<const results::InputPreview> preview(const results::PreviewRequest& request,
                                                         JobContext& ctx) override
    {
        ctx.beginStage("reading the inputs", 1);
        const auto model = m_workspace.open(request.model, ctx.stopToken());
        const auto inputs = analysis::readSample(model->graph, request.samples, request.options);
        return std::make_shared<results::InputPreview>(analysis::previewOf(model->graph, inputs, request.mostElements));
    }

    std::shared_ptr<const results::RunResult> run(const results::RunRequest& request, JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        ctx.beginStage("reading the model", 1, 0.0, 0.05);
        return m_workspace.checked([&] {
            const auto model = m_workspace.open(request.model, ctx.stopToken());
            const auto inputs = analysis::readSample(model->graph, request.samples, request.options);
            return analysis::runModel(*model, inputs, request, ctx);
        });
    }

    std::shared_ptr<const results::LayerValues> layerValues(const results::LayerValuesRequest& request,
                                                            JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        return m_workspace.checked([&] {
            return analysis::inspectLayer(*analysis::layerTensors(m_workspace, m_tensors, request, ctx), request, ctx);
        });
    }

    std::shared_ptr<const results::AccuracyResult> accuracy(const results::AccuracyRequest& request,
                                                            JobContext& ctx) override
    {
        const ComputeScope scope(request.options);
        return m_workspace.checked(
            [&] { return analysis::measureAccuracy(*m_workspace.open(request.model, ctx.stopToken()), request, ctx); });
    }

    std::shared_ptr<const results::ConfigFromModel> configFromModel(const results::ConfigFromModelRequest& request,
                                                                    JobContext& ctx) override
    {
        return analysis::provedConfigFromModel(m_workspace.open(request.analysis, ctx.stopToken())->graph, request,
                                               ctx);
    }

    std::shared_ptr<const results::AppliedConfig> appliedConfig(const results::AppliedConfigRequest& request,
                                                                JobContext& ctx) override
    {
        return analysis::appliedConfig(m_workspace.open(request.analysis, ctx.stopToken())->graph, request, ctx);
    }

#define QL_ANALYSIS(name, Type)                                                                                        \
    std::shared_ptr<const results::Type##Result> name(const results::Type##Request& request, JobContext& ctx,          \
                                                      const results::Listener<results::Type##Result>& listener)        \
        override                                                                                                       \
    {                                                                                                                  \
        return m_workspace.checked([&, completed = analysis::withConfigImages(request)] {                              \
            return analysis::name(m_workspace, completed, ctx, listener);                                              \
        });                                                                                                            \
    }
#include "core/results/analyses.inc"
#undef QL_ANALYSIS

private:
    /// The model that a picture shows, and what it is called.
    std::pair<analysis::ModelPointer, std::string> drawn(const results::GraphRequest& request, JobContext& ctx)
    {
        if (request.variant != results::ModelVariant::None) {
            const auto model = m_workspace.open(request.model, ctx.stopToken());
            return {m_workspace.variantOf(model, request.variant).model,
                    results::variantName(request.model, request.variant)};
        }
        const auto opened = m_workspace.openOne(request.model, request.quantization, request.images, ctx);
        return request.isFloat ? std::pair(opened.baseline, request.model) : std::pair(opened.analysis, opened.name);
    }

    analysis::Workspace m_workspace;
    analysis::TensorCache m_tensors;
};

} // namespace

} // namespace ql::engine

/// The factory that loadEngine() looks up. The caller owns what it returns.
extern "C" ql::engine::Engine* quantloupe_create_engine()
{
    return new ql::engine::LibTorchEngine;
}
