// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/paired_layers.h"
#include "core/analysis/simulation/simulation.h"
#include "core/analysis/variants/model_variant.h"
#include "core/analysis/workspace/derived_cache.h"
#include "core/base/job_context.h"
#include "core/base/memory/memory_budget.h"
#include "core/base/rank_group.h"
#include "core/import/imported_model.h"
#include "core/results/diagnostic.h"
#include "core/results/request_parts.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/memory/cached_pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ql::analysis {

/// Caches the two models last opened, so that a second request about the same pair need not read them again.
/// A model is read anew when a file that it is made of changed on disk. Thread-safe.
class ModelCache {
public:
    /// A network. @throws Error as importers::importModel, which refuses files of weights without a network
    std::shared_ptr<const importers::ImportedModel> open(const std::string& path, const std::stop_token& stop = {});
    /// A network, or weights without one. @throws Error as importers::importModel and data::readStateDict
    /// Of a file with several state dicts the one that is called @p stateDict.
    std::shared_ptr<const importers::ImportedModel> openWeights(const std::string& path, const std::string& stateDict,
                                                                const std::stop_token& stop = {});

    /// A number that grows with every model that is opened.
    std::uint64_t openedCount() const;
    /// @throws Error (FileCorrupt) when a file changed of which a model is made that was opened after the count was
    /// @p count: what was computed of it holds neither for the old file nor for the new one
    void requireUnchangedSince(std::uint64_t count);

private:
    using Reader = std::function<importers::ImportedModel(const std::filesystem::path&, const std::stop_token&)>;
    std::shared_ptr<const importers::ImportedModel> open(const std::string& path, const std::string& stateDict,
                                                         bool takesWeightsOnly, const Reader& read,
                                                         const std::stop_token& stop);

    struct Entry {
        std::string path;
        std::string stateDict; ///< which of the file's, as it was asked for; empty for networks
        std::vector<FileStamp> files;
        std::shared_ptr<const importers::ImportedModel> model;
        std::uint64_t lastOpened = 0;
    };
    static bool isCurrent(const Entry& entry);

    mutable std::mutex m_mutex;
    std::uint64_t m_openedCount = 0;
    std::vector<Entry> m_entries;
};

/// Caches what simulations leave behind, so that quantizing the model that was quantized last again, a little
/// differently, costs what the difference costs. Thread-safe.
class SimulationStore {
public:
    struct Cached {
        SimulationCache simulation;
        runs::NodeResultCache values{kMostBytes};
    };

    /// Sole use of what is cached; of something empty where another job is using that.
    class Lease {
    public:
        explicit Lease(SimulationStore& store);
        Cached* operator->() { return &m_cached; }

    private:
        std::unique_lock<std::mutex> m_lock;
        std::optional<Cached> m_own;
        Cached& m_cached;
    };

private:
    static constexpr std::size_t kMostBytes = std::size_t(1) << 30;

    std::mutex m_mutex;
    Cached m_cached;
};

/// What holds while a request is answered: its device, its threads and its memory budget are set.
/// @throws Error (BadArgument) for a device that isn't there
class ComputeScope {
public:
    explicit ComputeScope(const results::RunOptions& options);

private:
    runs::DeviceScope m_device;
    runs::ThreadGuard m_threads;
    MemoryBudget m_memory;
};

/// The processes that share the work: aloneGroup() where a request names none.
RankGroup& ranksOf(const results::RunOptions& options);

struct OpenedPair {
    ModelPointer baseline;
    ModelPointer analysis;
};

struct SimulatedPair : OpenedPair {
    std::size_t points = 0; ///< as of SimulatedModel
    std::size_t calibratedPoints = 0;
    std::vector<results::Diagnostic> configFindings = {}; ///< about the config that is simulated
    std::map<std::string, std::string> observers = {};    ///< by value: what found its scale
};

/// One model, or what a quantization makes of it.
struct OpenedModel : OpenedPair {
    std::string name; ///< of `analysis`; the same model as `baseline` where nothing is quantized
    std::map<std::string, std::string> observers = {}; ///< by value: what found its scale; empty unless simulated
};

/// What the analyses share: the models that are open and what simulations leave behind. Owned by the engine;
/// thread-safe. Its functions throw what importing and simulating a model throw.
class Workspace {
public:
    /// A network.
    ModelPointer open(const std::string& path, const std::stop_token& stop = {}) { return m_models.open(path, stop); }
    /// A network, or weights without one.
    ModelPointer openWeights(const std::string& path, const std::string& stateDict, const std::stop_token& stop = {})
    {
        return m_models.openWeights(path, stateDict, stop);
    }

    /// Where the analysis model is simulated, the baseline is the float network as it was quantized, batch norms
    /// folded.
    OpenedPair openPair(const results::ModelPair& models, const results::ImageOptions& images, JobContext& ctx);
    /// @p models must be simulated; with what @p lease has nothing is calibrated twice.
    SimulatedPair simulate(const results::ModelPair& models, const results::ImageOptions& images,
                           SimulationStore::Lease& lease, JobContext& ctx);
    /// What an optimizer makes of a model that is open. @throws Error as optimizedModel()
    OptimizedModel variantOf(const ModelPointer& model, results::ModelVariant variant)
    {
        return *m_variants.of({model}, variant, [&] { return optimizedModel(*model, variant); });
    }
    OpenedModel openOne(const std::string& model, const results::QuantizationOptions& quantization,
                        const results::ImageOptions& images, JobContext& ctx);

    /// How the layers of two open models correspond without a map file: cached, since it takes as long as running small
    /// models. @throws Error as matchLayers()
    std::shared_ptr<const PairedLayers> pairedLayers(const ModelPointer& baseline, const ModelPointer& analysis)
    {
        return m_pairedLayers.of({baseline, analysis}, {},
                                 [&] { return PairedLayers(baseline->graph, analysis->graph, true, {}); });
    }

    /// What @p body computes, provided that no file of its models changed meanwhile. @throws Error as @p body, and
    /// (FileCorrupt)
    template <typename Body>
    auto checked(Body&& body)
    {
        const auto before = m_models.openedCount();
        auto result = std::forward<Body>(body)();
        m_models.requireUnchangedSince(before);
        return result;
    }

    SimulationStore& simulations() { return m_simulations; }

private:
    ModelCache m_models;
    SimulationStore m_simulations;
    DerivedCache<PairedLayers> m_pairedLayers;
    DerivedCache<OptimizedModel, results::ModelVariant> m_variants;
};

} // namespace ql::analysis
