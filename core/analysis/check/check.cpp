// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"

#include "core/analysis/analyses.h"
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"
#include "core/analysis/device/device_check.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"

#include <algorithm>

namespace ql::analysis {

std::shared_ptr<const results::CheckResult> checkModel(const importers::ImportedModel& model,
                                                       const results::CheckRequest& request, JobContext& ctx,
                                                       checks::Evidence evidence)
{
    const checks::RuleContext context(model, evidence);
    auto result = std::make_shared<results::CheckResult>();
    result->model = request.model;
    result->kind = context.kind;
    result->quantizerState = checks::quantizerState(context);
    result->fusableRuns = checks::fusableRuns(context);
    result->weightUses = checks::weightUses(context);
    result->moduleUses = checks::moduleUses(context);
    result->layers = checks::layerConfigs(context);
    if (!request.withStack)
        for (auto& layer : result->layers)
            layer.source.clear();
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
    if (!request.quantization.areGiven()) {
        const auto model = workspace.openWeights(request.model, {}, ctx.stopToken());
        if (model->isWeightsOnly)
            return checkWeights(*model, request);
    }
    const auto opened = workspace.openOne(request.model, request.quantization, request.images, ctx);
    auto named = request;
    named.model = opened.name;
    if (request.samples.inputs.empty() && request.samples.data.empty())
        return checkModel(*opened.analysis, named, ctx, {.observers = &opened.observers});
    const auto& graph = opened.analysis->graph;
    const auto samples = openSamples(graph, request.samples, request.options);
    const auto census = withContext(Message::text(opened.analysis->path.string()),
                                    [&] { return checks::takeCensus(*opened.analysis, samples.read(0), ctx); });
    const auto result = checkModel(*opened.analysis, named, ctx, {&census, &opened.observers});
    const auto found = preprocessingFinding(graph, samples, ctx);
    if (!found)
        return result;
    auto withFinding = std::make_shared<results::CheckResult>(*result);
    withFinding->findings.push_back(*found);
    std::ranges::stable_sort(withFinding->findings, std::greater(), &results::Diagnostic::severity);
    return withFinding;
}

} // namespace ql::analysis
