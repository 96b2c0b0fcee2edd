// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/checks/row_findings.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/simulation/output_slices.h"
#include "core/analysis/workspace/workspace.h"

namespace ql::analysis {

std::shared_ptr<const results::SensitivityResult>
sensitivity(Workspace& workspace, const results::SensitivityRequest& request, JobContext& ctx,
            const results::Listener<results::SensitivityResult>& listener)
{
    const ComputeScope scope(request.options);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    const auto [slicedBaseline, slicedAnalysis] = withOutputSlices(baseline->graph, analysis->graph, request.outputs);
    const auto& first = slicedBaseline ? *slicedBaseline : baseline->graph;
    const auto& second = slicedAnalysis ? *slicedAnalysis : analysis->graph;
    const auto samples = openSamples(first, second, request.samples, request.options);
    const bool isSliced = slicedBaseline || slicedAnalysis;
    const auto paired = isSliced ? std::shared_ptr<const PairedLayers>() : workspace.pairedLayers(baseline, analysis);
    try {
        return sensitivity(first, second, samples, withFunctions(request, ctx.stopToken()), ctx, listener,
                           paired.get());
    } catch (const Error& refusal) {
        throw checks::withFinding(refusal, *analysis);
    }
}

} // namespace ql::analysis
