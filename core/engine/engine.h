// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/accuracy_result.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/calibrate_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/graph_outline.h"
#include "core/results/input_preview.h"
#include "core/results/layer_values.h"
#include "core/results/model_info.h"
#include "core/results/profile_result.h"
#include "core/results/requests.h"
#include "core/results/run_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/tune_result.h"
#include "core/results/weights_result.h"

#include <memory>

namespace ql::engine {

/// The one door between the heavy half of core (LibTorch, onnx) and everyone else: one synchronous function per
/// question. Every function may be called from any thread, several at once; each throws Error, or Cancelled when
/// the context's stop token was triggered. Results are immutable and free of tensors.
class Engine {
public:
    virtual ~Engine() = default;

    /// Loads what @p options name; what was loaded before stays. Models opened from now on find its operators.
    virtual void prepare(const results::SessionOptions& options, JobContext&) = 0;

    virtual std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest&, JobContext&) = 0;
    /// The network itself, without running it.
    virtual std::shared_ptr<const graph::Graph> graph(const results::InfoRequest&, JobContext&) = 0;
    /// What a picture of the model shows. Runs nothing but the samples that a quantization is calibrated with.
    virtual std::shared_ptr<const results::GraphOutline> outline(const results::GraphRequest&, JobContext&) = 0;
    /// What `--input` words hold; runs nothing.
    virtual std::shared_ptr<const results::InputPreview> preview(const results::PreviewRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::RunResult> run(const results::RunRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::CompareResult> compare(const results::CompareRequest&, JobContext&) = 0;
    /// Values of one layer; another look at the same tensors runs nothing again.
    virtual std::shared_ptr<const results::LayerValues> layerValues(const results::LayerValuesRequest&,
                                                                    JobContext&) = 0;
    virtual std::shared_ptr<const results::AccuracyResult> accuracy(const results::AccuracyRequest&, JobContext&) = 0;
    /// What is known so far goes to @p listener, on the calling thread, at most once a second and before Cancelled.
    virtual std::shared_ptr<const results::BadCaseResult> findBadCase(const results::BadCaseRequest&, JobContext&,
                                                                      const results::BadCaseListener& listener) = 0;
    virtual std::shared_ptr<const results::AttributionResult> attribution(const results::AttributionRequest&,
                                                                          JobContext&) = 0;
    /// What is known so far goes to @p listener, on the calling thread, after every step; it may be empty.
    virtual std::shared_ptr<const results::TuneResult> tune(const results::TuneRequest&, JobContext&,
                                                            const results::TuneListener& listener) = 0;
    virtual std::shared_ptr<const results::CalibrateResult> calibrate(const results::CalibrateRequest&,
                                                                      JobContext&) = 0;
    /// Rankings so far go to @p listener, on the calling thread, at most twice a second and before Cancelled; it may be
    /// empty.
    virtual std::shared_ptr<const results::SensitivityResult>
    sensitivity(const results::SensitivityRequest&, JobContext&, const results::SensitivityListener& listener) = 0;
    virtual std::shared_ptr<const results::ShadowResult> shadow(const results::ShadowRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::WeightsResult> weights(const results::WeightsRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::ProfileResult> profile(const results::ProfileRequest&, JobContext&) = 0;
    virtual std::shared_ptr<const results::CheckResult> check(const results::CheckRequest&, JobContext&) = 0;
};

/// Loads the engine's shared library (LibTorch takes half a second, so the window calls this on a worker) and makes
/// an engine. Chooses the BLAS kernels for this processor first, which must happen before the library loads.
/// Looks beside quantloupe_core, then where the loader looks. @throws Error (Engine) with the loader's message.
std::shared_ptr<Engine> loadEngine();

} // namespace ql::engine
