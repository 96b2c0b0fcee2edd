// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/workspace/workspace.h"

#include "core/base/error.h"

namespace ql::analysis {

namespace {

void requireKnownDevice(const results::RunOptions& options)
{
    if (options.device != "cpu")
        throw Error(ErrorCode::BadArgument, Message("device {} is not available", options.device),
                    "this LibTorch was built without CUDA: use --device cpu");
}

} // namespace

ComputeScope::ComputeScope(const results::RunOptions& options)
    : m_threads((requireKnownDevice(options), options.threads))
{
}

SimulatedPair Workspace::simulate(const results::ModelPair& models, const results::ImageOptions& images,
                                  SimulationStore::Lease& lease, JobContext& ctx)
{
    ctx.beginStage("reading the models", 1, 0.0, 0.05);
    const auto model = open(models.baseline);
    ctx.throwIfCancelled();
    const auto simulated = simulateModel(models.baseline, models.quantization, images, ctx, &lease->simulation);
    auto baseline = *model;
    baseline.graph = *simulated.baseline;
    auto analysis = *model;
    analysis.graph = simulated.qdq();
    analysis.path = models.analysisName();
    return {{std::make_shared<const import::ImportedModel>(std::move(baseline)),
             std::make_shared<const import::ImportedModel>(std::move(analysis))},
            simulated.points,
            simulated.calibratedPoints,
            simulated.findings};
}

OpenedPair Workspace::openPair(const results::ModelPair& models, const results::ImageOptions& images, JobContext& ctx)
{
    if (models.isSimulated()) {
        SimulationStore::Lease lease(m_simulations);
        return simulate(models, images, lease, ctx);
    }
    ctx.beginStage("reading the models", 1, 0.0, 0.05);
    auto baseline = open(models.baseline);
    ctx.throwIfCancelled();
    return {std::move(baseline), open(models.analysis)};
}

OpenedModel Workspace::openOne(const std::string& path, const results::QuantizationOptions& quantization,
                               const results::ImageOptions& images, JobContext& ctx)
{
    const results::ModelPair pair{path, {}, quantization};
    if (pair.isSimulated())
        return {openPair(pair, images, ctx), pair.analysisName()};
    ctx.beginStage("reading the model", 1, 0.0, 0.05);
    const auto model = open(path);
    return {{model, model}, path};
}

} // namespace ql::analysis
