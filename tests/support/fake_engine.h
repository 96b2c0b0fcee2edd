// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/results/accuracy_result.h"
#include "core/results/applied_result.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/calibrate_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/config_result.h"
#include "core/results/finetune_result.h"
#include "core/results/fix_result.h"
#include "core/results/graph_outline.h"
#include "core/results/input_preview.h"
#include "core/results/layer_values.h"
#include "core/results/model_info.h"
#include "core/results/profile_result.h"
#include "core/results/request_parts.h"
#include "core/results/run_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/tune_result.h"
#include "core/results/weights_result.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ql::tests {

/// An engine that knows nothing.
class EmptyEngine : public engine::Engine {
public:
    void prepare(const results::SessionOptions&, JobContext&) override {}
    std::shared_ptr<RankGroup> joinRanks(const ranks::Launch&, JobContext&) override { refuse("ranks"); }
    std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest&, JobContext&) override
    {
        refuse("info");
    }
    std::shared_ptr<const graph::Graph> graph(const results::InfoRequest&, JobContext&) override { refuse("graph"); }
    std::shared_ptr<const results::GraphOutline> outline(const results::GraphRequest&, JobContext&) override
    {
        refuse("outline");
    }
    std::shared_ptr<const results::GraphPair> outlinePair(const results::GraphPairRequest&, JobContext&) override
    {
        refuse("outlines");
    }
    std::shared_ptr<const results::InputPreview> preview(const results::PreviewRequest&, JobContext&) override
    {
        refuse("preview");
    }
    std::shared_ptr<const results::RunResult> run(const results::RunRequest&, JobContext&) override { refuse("run"); }
    std::shared_ptr<const results::LayerValues> layerValues(const results::LayerValuesRequest&, JobContext&) override
    {
        refuse("values");
    }
    std::shared_ptr<const results::AccuracyResult> accuracy(const results::AccuracyRequest&, JobContext&) override
    {
        refuse("accuracy");
    }
    std::shared_ptr<const results::ConfigFromModel> configFromModel(const results::ConfigFromModelRequest&,
                                                                    JobContext&) override
    {
        refuse("made config");
    }
    std::shared_ptr<const results::AppliedConfig> appliedConfig(const results::AppliedConfigRequest&,
                                                                JobContext&) override
    {
        refuse("applied config");
    }

#define QL_ANALYSIS(name, Type)                                                                                        \
    std::shared_ptr<const results::Type##Result> name(const results::Type##Request&, JobContext&,                      \
                                                      const results::Listener<results::Type##Result>&) override        \
    {                                                                                                                  \
        refuse(#name);                                                                                                 \
    }
#include "core/results/analyses.inc"
#undef QL_ANALYSIS

protected:
    [[noreturn]] static void refuse(const std::string& what)
    {
        throw Error(ErrorCode::Internal, Message("the fake engine has no {}", what));
    }
};

/// An engine that runs nothing: it gives the answers that a test puts in. compare() reports `steps` steps, or with
/// `isEndless` goes on until it is cancelled.
class FakeEngine final : public EmptyEngine {
public:
    std::shared_ptr<const results::CompareResult> result = std::make_shared<results::CompareResult>();
    std::shared_ptr<const results::ModelInfo> modelInfo = std::make_shared<results::ModelInfo>();
    std::optional<Error> compareError;
    std::optional<Error> infoError;
    std::size_t steps = 10;
    std::atomic<bool> isEndless = false;
    std::atomic<int> compareCalls = 0;
    results::CompareRequest lastRequest;        ///< read it after the job has ended
    std::vector<std::string> operatorLibraries; ///< that were loaded; read them while no job runs
    results::GraphOutline graphOutline;
    std::map<std::string, results::GraphOutline> outlines; ///< by path, where graphOutline will not do
    std::vector<std::optional<std::size_t>> graphPartners; ///< by node of the analysis model; none past the end
    std::atomic<int> outlineCalls = 0;
    results::GraphOutline simulatedOutline; ///< of what any quantization makes of any model
    results::InputPreview inputPreview;
    std::atomic<int> previewCalls = 0;
    std::shared_ptr<const results::LayerValues> layerValuesResult;
    std::vector<results::LayerValuesRequest> layerValuesRequests; ///< read them while no job runs
    std::shared_ptr<const results::AttributionResult> attributionResult;
    std::shared_ptr<const results::WeightsResult> weightsResult;
    std::shared_ptr<const results::CheckResult> checkResult = std::make_shared<results::CheckResult>();
    std::atomic<int> checkCalls = 0;
    results::CheckRequest lastCheckRequest;
    std::shared_ptr<const results::ProfileResult> profileResult;
    results::ProfileRequest lastProfileRequest;
    std::shared_ptr<const results::ShadowResult> shadowResult;
    std::vector<std::shared_ptr<const results::SensitivityResult>>
        rankings; ///< told one after the other; last = answer
    results::SensitivityRequest lastSensitivityRequest;
    std::shared_ptr<const results::BadCaseResult> badCases;
    results::BadCaseRequest lastBadCaseRequest;
    std::shared_ptr<const results::TuneResult> tuneResult;
    results::TuneRequest lastTuneRequest;
    std::shared_ptr<const results::CalibrateResult> calibrateResult;
    results::CalibrateRequest lastCalibrateRequest;
    std::shared_ptr<const results::FixResult> fixResult;
    std::shared_ptr<const results::FixResult> firstFixes; ///< told before the answer; null = none
    std::optional<Error> fixError;
    results::FixRequest lastFixRequest;
    std::vector<std::shared_ptr<const results::FinetuneResult>> trainings; ///< told one after the other; last = answer
    std::shared_ptr<const results::FinetuneResult> stoppedTraining; ///< told when it is cancelled; null = nothing
    std::optional<Error> finetuneError;
    results::FinetuneRequest lastFinetuneRequest;
    std::shared_ptr<const results::ConfigFromModel> madeConfig;
    results::ConfigFromModelRequest lastConfigRequest;
    std::shared_ptr<const results::AppliedConfig> applied;
    results::AppliedConfigRequest lastAppliedRequest;
    std::shared_ptr<const graph::Graph> network; ///< of every model

    void prepare(const results::SessionOptions& options, JobContext&) override
    {
        for (const auto& library : options.operatorLibraries)
            operatorLibraries.push_back(library);
    }
    std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest&, JobContext& context) override
    {
        context.throwIfCancelled();
        if (infoError)
            throw *infoError;
        return modelInfo;
    }

    std::shared_ptr<const graph::Graph> graph(const results::InfoRequest&, JobContext&) override
    {
        if (network)
            return network;
        refuse("graph");
    }

    std::shared_ptr<const results::ConfigFromModel> configFromModel(const results::ConfigFromModelRequest& request,
                                                                    JobContext&) override
    {
        lastConfigRequest = request;
        if (madeConfig)
            return madeConfig;
        refuse("made config");
    }

    std::shared_ptr<const results::AppliedConfig> appliedConfig(const results::AppliedConfigRequest& request,
                                                                JobContext&) override
    {
        lastAppliedRequest = request;
        if (applied)
            return applied;
        refuse("applied config");
    }

    std::shared_ptr<const results::GraphOutline> outline(const results::GraphRequest& request, JobContext&) override
    {
        ++outlineCalls;
        const auto own = outlines.find(request.model);
        auto answer = std::make_shared<results::GraphOutline>(own == outlines.end() ? graphOutline : own->second);
        if (request.quantization.areGiven() && !request.isFloat)
            *answer = simulatedOutline;
        answer->model = request.model;
        return answer;
    }

    std::shared_ptr<const results::GraphPair> outlinePair(const results::GraphPairRequest& request,
                                                          JobContext& context) override
    {
        auto answer = std::make_shared<results::GraphPair>();
        answer->baseline = *outline(request.baseline, context);
        answer->analysis = *outline(request.analysis, context);
        answer->partners = graphPartners;
        answer->partners.resize(answer->analysis.nodes.size());
        return answer;
    }

    std::shared_ptr<const results::InputPreview> preview(const results::PreviewRequest&, JobContext&) override
    {
        ++previewCalls;
        return std::make_shared<results::InputPreview>(inputPreview);
    }

    std::shared_ptr<const results::LayerValues> layerValues(const results::LayerValuesRequest& request,
                                                            JobContext& context) override
    {
        layerValuesRequests.push_back(request);
        waitWhileEndless(context);
        if (layerValuesResult)
            return layerValuesResult;
        refuse("values");
    }

    std::shared_ptr<const results::BadCaseResult>
    badcase(const results::BadCaseRequest& request, JobContext& context,
            const results::Listener<results::BadCaseResult>& listener) override
    {
        lastBadCaseRequest = request;
        if (!badCases)
            refuse("badcase");
        listener(badCases);
        waitWhileEndless(context);
        return badCases;
    }

    std::shared_ptr<const results::AttributionResult>
    attribution(const results::AttributionRequest&, JobContext&,
                const results::Listener<results::AttributionResult>&) override
    {
        if (attributionResult)
            return attributionResult;
        refuse("attribution");
    }

    std::shared_ptr<const results::TuneResult> tune(const results::TuneRequest& request, JobContext& context,
                                                    const results::Listener<results::TuneResult>& listener) override
    {
        lastTuneRequest = request;
        if (!tuneResult)
            refuse("tune");
        listener(tuneResult);
        waitWhileEndless(context);
        return tuneResult;
    }

    std::shared_ptr<const results::CalibrateResult>
    calibrate(const results::CalibrateRequest& request, JobContext&,
              const results::Listener<results::CalibrateResult>&) override
    {
        lastCalibrateRequest = request;
        if (calibrateResult)
            return calibrateResult;
        refuse("calibrate");
    }

    std::shared_ptr<const results::FixResult> fix(const results::FixRequest& request, JobContext& context,
                                                  const results::Listener<results::FixResult>& listener) override
    {
        lastFixRequest = request;
        if (firstFixes)
            listener(firstFixes);
        waitWhileEndless(context);
        if (fixError)
            throw *fixError;
        if (!fixResult)
            refuse("fix");
        return fixResult;
    }

    std::shared_ptr<const results::FinetuneResult>
    finetune(const results::FinetuneRequest& request, JobContext& context,
             const results::Listener<results::FinetuneResult>& listener) override
    {
        lastFinetuneRequest = request;
        if (finetuneError)
            throw *finetuneError;
        if (trainings.empty())
            refuse("finetune");
        try {
            for (const auto& known : trainings) {
                if (known == trainings.back())
                    waitWhileEndless(context);
                listener(known);
            }
        } catch (const Cancelled&) {
            if (stoppedTraining)
                listener(stoppedTraining);
            throw;
        }
        return trainings.back();
    }

    std::shared_ptr<const results::SensitivityResult>
    sensitivity(const results::SensitivityRequest& request, JobContext& context,
                const results::Listener<results::SensitivityResult>& listener) override
    {
        lastSensitivityRequest = request;
        if (rankings.empty())
            refuse("sensitivity");
        for (const auto& ranking : rankings) {
            if (ranking == rankings.back())
                waitWhileEndless(context);
            listener(ranking);
        }
        return rankings.back();
    }

    std::shared_ptr<const results::ShadowResult> shadow(const results::ShadowRequest&, JobContext&,
                                                        const results::Listener<results::ShadowResult>&) override
    {
        if (shadowResult)
            return shadowResult;
        refuse("shadow");
    }

    std::shared_ptr<const results::WeightsResult> weights(const results::WeightsRequest&, JobContext&,
                                                          const results::Listener<results::WeightsResult>&) override
    {
        if (weightsResult)
            return weightsResult;
        refuse("weights");
    }

    std::shared_ptr<const results::ProfileResult> profile(const results::ProfileRequest& request, JobContext&,
                                                          const results::Listener<results::ProfileResult>&) override
    {
        lastProfileRequest = request;
        if (profileResult)
            return profileResult;
        refuse("profile");
    }

    std::shared_ptr<const results::CheckResult> check(const results::CheckRequest& request, JobContext&,
                                                      const results::Listener<results::CheckResult>&) override
    {
        ++checkCalls;
        lastCheckRequest = request;
        return checkResult;
    }

    std::shared_ptr<const results::CompareResult> compare(const results::CompareRequest& request, JobContext& context,
                                                          const results::Listener<results::CompareResult>&) override
    {
        ++compareCalls;
        lastRequest = request;
        context.beginStage("comparing layers", steps);
        for (std::size_t i = 0; i < steps; ++i)
            context.step(1, "layer " + std::to_string(i));
        waitWhileEndless(context);
        if (compareError)
            throw *compareError;
        return result;
    }

private:
    void waitWhileEndless(JobContext& context) const
    {
        while (isEndless) {
            context.throwIfCancelled();
            std::this_thread::yield();
        }
    }
};

} // namespace ql::tests
