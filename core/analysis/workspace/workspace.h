// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/workspace/model_cache.h"
#include "core/analysis/workspace/simulation_store.h"
#include "core/base/job_context.h"
#include "core/results/diagnostic.h"
#include "core/results/request_parts.h"
#include "core/runtime/executor.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ql::analysis {

/// What holds while a request is answered: its threads are set. @throws Error (BadArgument) for an unknown device
class ComputeScope {
public:
    explicit ComputeScope(const results::RunOptions& options);

private:
    runtime::ThreadGuard m_threads;
};

using ModelPointer = std::shared_ptr<const import::ImportedModel>;

struct OpenedPair {
    ModelPointer baseline;
    ModelPointer analysis;
};

struct SimulatedPair : OpenedPair {
    std::size_t points = 0; ///< as of SimulatedModel
    std::size_t calibratedPoints = 0;
    std::vector<results::Diagnostic> configFindings = {}; ///< about the config that is simulated
};

/// One model, or what a quantization makes of it.
struct OpenedModel : OpenedPair {
    std::string name; ///< of `analysis`; the same model as `baseline` where nothing is quantized
};

/// What the analyses share: the models that are open and what simulations leave behind. Owned by the engine;
/// thread-safe. Its functions throw what importing and simulating a model throw.
class Workspace {
public:
    /// A network.
    ModelPointer open(const std::string& path) { return m_models.open(path); }
    /// A network, or weights without one.
    ModelPointer openWeights(const std::string& path) { return m_models.openWeights(path); }

    /// Where the analysis model is simulated, the baseline is the float network as it was quantized, batch norms
    /// folded.
    OpenedPair openPair(const results::ModelPair& models, const results::ImageOptions& images, JobContext& ctx);
    /// @p models must be simulated; with what @p lease has nothing is calibrated twice.
    SimulatedPair simulate(const results::ModelPair& models, const results::ImageOptions& images,
                           SimulationStore::Lease& lease, JobContext& ctx);
    OpenedModel openOne(const std::string& model, const results::QuantizationOptions& quantization,
                        const results::ImageOptions& images, JobContext& ctx);

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
};

} // namespace ql::analysis
