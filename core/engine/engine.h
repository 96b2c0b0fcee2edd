// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/analyses.h"

#include <memory>

namespace ql::graph {
class Graph;
}

namespace ql {
class RankGroup;
}

namespace ql::ranks {
struct Launch;
}

namespace ql::results {
struct AccuracyRequest;
struct AccuracyResult;
struct AppliedConfig;
struct AppliedConfigRequest;
struct ConfigFromModel;
struct ConfigFromModelRequest;
struct GraphOutline;
struct GraphPair;
struct GraphPairRequest;
struct GraphRequest;
struct InfoRequest;
struct InputPreview;
struct LayerValues;
struct LayerValuesRequest;
struct ModelInfo;
struct PreviewRequest;
struct RunRequest;
struct RunResult;
struct SessionOptions;
} // namespace ql::results

namespace ql::engine {

/// The one door between the heavy half of core (LibTorch, onnx) and everyone else: one synchronous function per
/// analysis, and a few that only look. Every function may be called from any thread, several at once; each throws
/// Error, or Cancelled when the context's stop token was triggered. Results are immutable and free of tensors.
class Engine {
public:
    virtual ~Engine() = default;

    /// Loads what @p options name; what was loaded before stays. Models opened from now on find its operators.
    virtual void prepare(const results::SessionOptions& options, JobContext&) = 0;

    /// Joins the processes that a launcher started: what RunOptions::ranks takes. Returns when all are there; @p ctx
    /// stops the group, too, as long as that lives. @throws Error as ranks::joinGroup()
    virtual std::shared_ptr<RankGroup> joinRanks(const ranks::Launch& launch, JobContext& ctx) = 0;

    virtual std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest&, JobContext&) = 0;
    /// The network itself, without running it.
    virtual std::shared_ptr<const graph::Graph> graph(const results::InfoRequest&, JobContext&) = 0;
    /// What a picture of the model shows. Runs nothing but the samples that a quantization is calibrated with.
    virtual std::shared_ptr<const results::GraphOutline> outline(const results::GraphRequest&, JobContext&) = 0;
    /// Two such pictures and which of their layers belong together.
    virtual std::shared_ptr<const results::GraphPair> outlinePair(const results::GraphPairRequest&, JobContext&) = 0;
    /// What `--input` words hold; runs nothing.
    virtual std::shared_ptr<const results::InputPreview> preview(const results::PreviewRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::RunResult> run(const results::RunRequest&, JobContext&) = 0;
    /// Values of one layer; another look at the same tensors runs nothing again.
    virtual std::shared_ptr<const results::LayerValues> layerValues(const results::LayerValuesRequest&,
                                                                    JobContext&) = 0;
    virtual std::shared_ptr<const results::AccuracyResult> accuracy(const results::AccuracyRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::ConfigFromModel> configFromModel(const results::ConfigFromModelRequest&,
                                                                            JobContext&) = 0;
    /// Whether a quantized model does what a config asks for. Runs nothing.
    virtual std::shared_ptr<const results::AppliedConfig> appliedConfig(const results::AppliedConfigRequest&,
                                                                        JobContext&) = 0;

/// Every analysis of the list. Those that find out more and more tell the listener, on the calling thread, at most a
/// few times a second and before Cancelled; the others tell it nothing.
#define QL_ANALYSIS(name, Type)                                                                                        \
    virtual std::shared_ptr<const results::Type##Result> name(                                                         \
        const results::Type##Request&, JobContext&, const results::Listener<results::Type##Result>& = {}) = 0;
#include "core/results/analyses.inc"
#undef QL_ANALYSIS
};

/// Sets the environment variables that LibTorch's libraries read when they are loaded (BLAS kernels for this processor,
/// threads that sleep while they wait), once; a user's own choice wins. For the beginning of main(): nobody may read
/// the environment on another thread meanwhile.
void prepareEnvironment();

/// Says that this process does nothing but work with our engine, so that loadEngine() may take the shortest way: empty
/// libraries for those that LibTorch names and never calls, a heap of large pages. Call it before loadEngine().
void ownProcess();

/// Loads the engine's shared library (LibTorch takes half a second, so the window calls this on a worker) and makes
/// an engine. Calls prepareEnvironment() where nobody did before.
/// Looks beside quantloupe_core, then where the loader looks. @throws Error (Engine) with the loader's message.
std::shared_ptr<Engine> loadEngine();

} // namespace ql::engine
