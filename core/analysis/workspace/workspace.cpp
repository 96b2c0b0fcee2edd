// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/workspace/workspace.h"

#include "core/base/error.h"
#include "core/data/weights/core_ml.h"
#include "core/data/weights/executorch.h"
#include "core/data/weights/executorch_data.h"
#include "core/data/weights/gguf.h"
#include "core/data/weights/safetensors.h"
#include "core/data/weights/state_dict.h"
#include "core/graph/ir/open_bodies.h"
#include "core/import/import_model.h"
#include "core/import/onnx/model_file.h"
#include "core/ops/device/cuda_device.h"
#include "core/ops/device/device.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostEntries = 2;

auto readNetworkOrWeights(const std::filesystem::path& path, const std::string& stateDict, const std::stop_token& stop)
    -> importers::ImportedModel
{
    if (data::isCoreMlPackage(path))
        return data::readCoreMlPackage(path);
    if (data::isExecuTorchProgram(path))
        return data::readExecuTorch(path);
    if (data::isExecuTorchData(path))
        return data::readExecuTorchData(path);
    switch (importers::kindOf(path)) {
    case importers::FileKind::StateDict: return data::readStateDict(path, stateDict);
    case importers::FileKind::Safetensors:
    case importers::FileKind::WeightIndex: return data::readSafetensors(path);
    case importers::FileKind::Gguf: return data::readGguf(path);
    default: return importers::importModel(path, stop);
    }
}

/// Ranges that need no data, and those of a record, were observed by none.
std::map<std::string, std::string> observersOf(const SimulatedModel& simulated)
{
    std::map<std::string, std::string> observers;
    const auto& plan = simulated.plan;
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        const auto& decider = plan.quantizers[plan.decider(i)];
        if (!simulated.data || decider.knownRange)
            continue;
        const auto& name = simulated.source.value(plan.quantizers[i].value).name;
        observers.emplace(name, decider.settings.observer.method);
        observers.emplace(name + "_quantized", decider.settings.observer.method); // a weight's integers
    }
    return observers;
}

} // namespace

std::shared_ptr<const importers::ImportedModel> ModelCache::open(const std::string& path, const std::stop_token& stop)
{
    return open(path, {}, false, importers::importModel, stop);
}

std::shared_ptr<const importers::ImportedModel>
ModelCache::openWeights(const std::string& path, const std::string& stateDict, const std::stop_token& stop)
{
    const auto read = [&stateDict](const std::filesystem::path& file, const std::stop_token& stopped) {
        return readNetworkOrWeights(file, stateDict, stopped);
    };
    return open(path, stateDict, true, read, stop);
}

bool ModelCache::isCurrent(const Entry& entry)
{
    return std::ranges::all_of(entry.files, ql::isCurrent);
}

std::shared_ptr<const importers::ImportedModel> ModelCache::open(const std::string& path, const std::string& stateDict,
                                                                 bool takesWeightsOnly, const Reader& read,
                                                                 const std::stop_token& stop)
{
    {
        const std::scoped_lock lock(m_mutex);
        for (auto& entry : m_entries)
            if (entry.path == path && (takesWeightsOnly || !entry.model->isWeightsOnly)
                && (entry.stateDict == stateDict || !entry.model->isWeightsOnly) && isCurrent(entry)) {
                entry.lastOpened = ++m_openedCount;
                return entry.model;
            }
    }
    std::vector<FileStamp> files{stampOf(path)};
    auto network = read(path, stop);
    network.graph = graph::withOpenBodies(std::move(network.graph));
    auto model = std::make_shared<const importers::ImportedModel>(std::move(network));
    files.insert(files.end(), model->dataFiles.begin(), model->dataFiles.end());
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.path == path && entry.stateDict == stateDict; });
    m_entries.push_back({path, stateDict, std::move(files), model, ++m_openedCount});
    if (m_entries.size() > kMostEntries)
        m_entries.erase(std::ranges::min_element(m_entries, {}, &Entry::lastOpened));
    return model;
}

std::uint64_t ModelCache::openedCount() const
{
    const std::scoped_lock lock(m_mutex);
    return m_openedCount;
}

void ModelCache::requireUnchangedSince(std::uint64_t count)
{
    const std::scoped_lock lock(m_mutex);
    for (const auto& entry : m_entries)
        if (entry.lastOpened > count && !isCurrent(entry))
            throw Error(ErrorCode::FileCorrupt, Message("{}: the file changed while it was used", entry.path),
                        "run it again");
}

SimulationStore::Lease::Lease(SimulationStore& store)
    : m_lock(store.m_mutex, std::try_to_lock)
    , m_cached(m_lock.owns_lock() ? store.m_cached : m_own.emplace())
{
}

ComputeScope::ComputeScope(const results::RunOptions& options)
    : m_device(ops::deviceNamed(options.device))
    , m_threads(options.threads)
    , m_memory(static_cast<double>(options.maxMemory))
{
}

RankGroup& ranksOf(const results::RunOptions& options)
{
    return options.ranks ? *options.ranks : aloneGroup();
}

SimulatedPair Workspace::simulate(const results::ModelPair& models, const results::ImageOptions& images,
                                  SimulationStore::Lease& lease, JobContext& ctx)
{
    ctx.beginStage("reading the models", 1, 0.0, 0.05);
    const auto model = open(models.baseline, ctx.stopToken());
    ctx.throwIfCancelled();
    const auto simulated =
        simulateModel(models.baseline, models.quantization, images, ctx, &lease->simulation, model.get());
    auto baseline = *model;
    baseline.graph = *simulated.baseline;
    auto analysis = *model;
    analysis.graph = simulated.qdq();
    analysis.path = models.analysisName();
    return {{std::make_shared<const importers::ImportedModel>(std::move(baseline)),
             std::make_shared<const importers::ImportedModel>(std::move(analysis))},
            simulated.points,
            simulated.calibratedPoints,
            simulated.findings,
            observersOf(simulated)};
}

OpenedPair Workspace::openPair(const results::ModelPair& models, const results::ImageOptions& images, JobContext& ctx)
{
    if (models.isSimulated()) {
        SimulationStore::Lease lease(m_simulations);
        return simulate(models, images, lease, ctx);
    }
    ctx.beginStage("reading the models", 1, 0.0, 0.05);
    auto baseline = open(models.baseline, ctx.stopToken());
    ctx.throwIfCancelled();
    if (models.isVariant())
        return {baseline, variantOf(baseline, models.variant).model};
    return {std::move(baseline), open(models.analysis, ctx.stopToken())};
}

OpenedModel Workspace::openOne(const std::string& path, const results::QuantizationOptions& quantization,
                               const results::ImageOptions& images, JobContext& ctx)
{
    const results::ModelPair pair{path, {}, quantization};
    if (pair.isSimulated()) {
        SimulationStore::Lease lease(m_simulations);
        const auto simulated = simulate(pair, images, lease, ctx);
        return {simulated, pair.analysisName(), simulated.observers};
    }
    ctx.beginStage("reading the model", 1, 0.0, 0.05);
    const auto model = open(path, ctx.stopToken());
    return {{model, model}, path};
}

} // namespace ql::analysis
