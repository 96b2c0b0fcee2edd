// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"

#include "core/analysis/analyses.h"
#include "core/analysis/check/preprocessing_detector.h"
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"
#include "core/analysis/device/device_check.h"
#include "core/analysis/workspace/workspace.h"

#include <algorithm>

namespace ql::analysis {

std::shared_ptr<const results::CheckResult> checkModel(const import::ImportedModel& model,
                                                       const results::CheckRequest& request, JobContext& ctx)
{
    const checks::RuleContext context(model);
    auto result = std::make_shared<results::CheckResult>();
    result->model = request.model;
    result->kind = context.kind;
    result->quantizerState = checks::quantizerState(context);
    result->fusableRuns = checks::fusableRuns(context);
    result->weightUses = checks::weightUses(context);
    result->layers = checks::layerConfigs(context);
    result->weights = checks::weightConfigs(context);
    ctx.beginStage("checking", checks::rules().size(), 0.5, 1.0);
    checks::Findings findings;
    for (const auto& rule : checks::rules()) {
        findings.rule = rule.name;
        rule.find(context, findings);
        ctx.step(1, findings.rule);
    }
    if (!request.deviceProfile.empty())
        checkDevice(context, config::DeviceProfile::read(request.deviceProfile), findings);
    result->findings = std::move(findings.all);
    std::stable_sort(result->findings.begin(), result->findings.end(),
                     [](const auto& a, const auto& b) { return a.severity > b.severity; });
    return result;
}

std::shared_ptr<const results::CheckResult> check(Workspace& workspace, const results::CheckRequest& request,
                                                  JobContext& ctx, const results::Listener<results::CheckResult>&)
{
    const ComputeScope scope(request.options);
    const auto opened = workspace.openOne(request.model, request.quantization, request.images, ctx);
    auto named = request;
    named.model = opened.name;
    const auto result = checkModel(*opened.analysis, named, ctx);
    if (request.samples.inputs.empty() && request.samples.data.empty())
        return result;
    const auto& graph = opened.analysis->graph;
    const auto found = preprocessingFinding(graph, openSamples(graph, request.samples, request.options), ctx);
    if (!found)
        return result;
    auto withFinding = std::make_shared<results::CheckResult>(*result);
    withFinding->findings.push_back(*found);
    std::ranges::stable_sort(withFinding->findings, std::greater(), &results::Diagnostic::severity);
    return withFinding;
}

} // namespace ql::analysis
