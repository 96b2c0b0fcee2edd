// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"

#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare_dumps.h"
#include "core/analysis/compare/findings.h"
#include "core/analysis/compare/target_fit.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/spread/sampled_runs.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ql::analysis {

namespace {

/// A dump holds one run.
void requireModels(const results::CompareRequest& request)
{
    if (!request.samples.data.empty()
        && (!request.targetArithmetic.empty() || isDump(request.models.baseline) || isDump(request.models.analysis)))
        throw Error(ErrorCode::BadArgument, "a dump holds one run, so it can't be compared over a dataset",
                    "leave out --data, or compare two models");
    if (request.models.isVariant() && (isDump(request.models.baseline) || !request.targetArithmetic.empty()))
        throw Error(ErrorCode::BadArgument, "no variant can be made of a dump",
                    "name the model as the baseline, and leave out --target-arithmetic");
}

std::shared_ptr<const results::CompareResult>
compareSimulatedPair(Workspace& workspace, const results::CompareRequest& request, JobContext& ctx)
{
    SimulationStore::Lease lease(workspace.simulations());
    const auto pair = workspace.simulate(request.models, request.samples.images, lease, ctx);
    std::shared_ptr<results::CompareResult> result;
    if (!request.samples.data.empty()) {
        result = compareSamples(*pair.baseline, *pair.analysis, request, ctx, nullptr);
    } else if (auto inputs = readSample(pair.baseline->graph, request.samples, request.options);
               request.replaysDecisions) {
        result = compareModels(*pair.baseline, *pair.analysis, std::move(inputs), request, ctx);
    } else {
        result = compareSimulated(*pair.baseline, *pair.analysis, std::move(inputs), request, lease->values, ctx);
        result->simulation->points = pair.points;
        result->simulation->calibratedPoints = pair.calibratedPoints;
    }
    result->configFindings = pair.configFindings;
    addPairFindings(*pair.baseline, *pair.analysis, request, *result);
    return result;
}

} // namespace

std::shared_ptr<const results::CompareResult> compare(Workspace& workspace, const results::CompareRequest& asked,
                                                      JobContext& ctx, const results::Listener<results::CompareResult>&)
{
    auto request = withFunctions(asked, ctx.stopToken());
    const ComputeScope scope(request.options);
    requireModels(request);
    requireSampled(request.samples, request.options, "compare");
    request.options.functions = tapped(request.options);
    if (!request.targetArithmetic.empty())
        return compareWithTarget(request, accessTo(workspace, request.samples, request.options, ctx), ctx);
    if (isDump(request.models.baseline) || isDump(request.models.analysis))
        return compareWithDumps(request, accessTo(workspace, request.samples, request.options, ctx), ctx);
    if (request.models.isSimulated())
        return compareSimulatedPair(workspace, request, ctx);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    const auto paired = request.mapFile.empty()
                            ? workspace.pairedLayers(baseline, analysis)
                            : std::make_shared<const PairedLayers>(baseline->graph, analysis->graph, true,
                                                                   readNameMap(request.mapFile));
    auto result =
        request.samples.data.empty() ? compareModels(
            *baseline, *analysis, readSample(baseline->graph, request.samples, request.options), request, ctx, paired)
                                     : compareSamples(*baseline, *analysis, request, ctx, paired);
    auto findings = trainingFindings(
        *baseline, *analysis, {baseline->graph, analysis->graph, paired->baseline, paired->analysis, paired->matching});
    std::ranges::move(result->configFindings, std::back_inserter(findings));
    result->configFindings = std::move(findings);
    addPairFindings(*baseline, *analysis, request, *result);
    if (request.models.isVariant())
        result->variant = workspace.variantOf(baseline, request.models.variant).counts;
    return result;
}

} // namespace ql::analysis
