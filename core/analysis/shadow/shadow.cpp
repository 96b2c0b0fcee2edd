// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/shadow.h"

#include "core/analysis/analyses.h"
#include "core/analysis/layers/row_filter.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/tensor_comparison.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/shadow/shadow_side.h"
#include "core/analysis/simulation/lockstep.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"

#include <algorithm>
#include <chrono>

namespace ql::analysis {

namespace {

using results::ShadowRow;
using runtime::Tensor;

/// What a layer is re-run on, and what the tensors of the other side that stand in for its inputs are.
struct Rerun {
    LayerSegment segment;
    std::vector<graph::ValueId> sources; ///< in the other graph, one per segment input
};

/// One row and all it waits for.
struct ShadowJob {
    std::size_t row = 0;
    std::size_t baseline = kNoLayer;
    std::size_t analysis = kNoLayer;
    Rerun quantizedTwin;                        ///< the analysis layer on the baseline's tensors
    Rerun floatTwin;                            ///< the baseline layer on the analysis model's
    std::vector<graph::ValueId> baselineValues; ///< to be kept until the job is done
    std::vector<graph::ValueId> analysisValues;
};

class Shadow {
public:
    Shadow(ShadowSide& baseline, ShadowSide& analysis, std::vector<ShadowRow>& rows, JobContext& ctx)
        : m_baseline(baseline)
        , m_analysis(analysis)
        , m_rows(rows)
        , m_ctx(ctx)
    {
    }

    /// False when nothing around the layers is quantized: then there is nothing to measure.
    bool add(std::size_t row, std::size_t baseline, std::size_t analysis)
    {
        ShadowJob job{.row = row, .baseline = baseline, .analysis = analysis};
        job.quantizedTwin.segment = m_analysis.segment(analysis);
        if (!job.quantizedTwin.segment.isQuantized)
            return false;
        job.floatTwin.segment = m_baseline.segment(baseline);
        job.quantizedTwin.sources = sourcesOf(m_analysis, job.quantizedTwin, m_baseline, job.floatTwin);
        job.floatTwin.sources = sourcesOf(m_baseline, job.floatTwin, m_analysis, job.quantizedTwin);
        job.baselineValues = job.quantizedTwin.sources;
        job.baselineValues.push_back(m_baseline.layer(baseline).value);
        job.analysisValues = job.floatTwin.sources;
        job.analysisValues.push_back(m_analysis.layer(analysis).value);
        m_jobs.push_back(std::move(job));
        return true;
    }

    void run()
    {
        std::ranges::stable_sort(m_jobs, {},
                                 [this](const ShadowJob& job) { return readyAfter(m_baseline, job.baselineValues); });
        for (const auto& job : m_jobs) {
            forEach(job.baselineValues, [this](auto value) { m_baseline.execution().keep(value); });
            forEach(job.analysisValues, [this](auto value) { m_analysis.execution().keep(value); });
        }
        for (const auto& job : m_jobs) {
            m_ctx.step(1, m_rows[job.row].name);
            m_baseline.execution().advanceTo(readyAfter(m_baseline, job.baselineValues));
            m_analysis.execution().advanceTo(readyAfter(m_analysis, job.analysisValues));
            measure(job);
            forEach(job.baselineValues, [this](auto value) { m_baseline.execution().release(value); });
            forEach(job.analysisValues, [this](auto value) { m_analysis.execution().release(value); });
        }
    }

    std::size_t jobCount() const { return m_jobs.size(); }

private:
    template <typename Visit>
    static void forEach(const std::vector<graph::ValueId>& values, Visit&& visit)
    {
        std::ranges::for_each(values, visit);
    }

    /// The tensors of @p giver's run by which its layer sees what @p taker's layer reads.
    static std::vector<graph::ValueId> sourcesOf(const ShadowSide& taker, const Rerun& taken, const ShadowSide& giver,
                                                 const Rerun& given)
    {
        std::vector<graph::ValueId> sources;
        for (const auto& input : taken.segment.inputs)
            sources.push_back(giver.seenValue(given.segment, taker.partnerOf(input.layer)));
        return sources;
    }

    static std::size_t readyAfter(ShadowSide& side, const std::vector<graph::ValueId>& values)
    {
        std::size_t latest = 0;
        for (const auto value : values)
            latest = std::max(latest, side.execution().readyAfter(value));
        return latest;
    }

    Tensor rerun(const ShadowSide& taker, std::size_t layer, const Rerun& twin, const ShadowSide& giver) const
    {
        std::vector<Tensor> given;
        for (const auto source : twin.sources)
            given.push_back(giver.realNumbers(source));
        return taker.rerun(layer, twin.segment, given, m_ctx.stopToken());
    }

    void measure(const ShadowJob& job)
    {
        auto& row = m_rows[job.row];
        const auto ownX = m_baseline.realNumbers(m_baseline.layer(job.baseline).value);
        const auto ownY = m_analysis.realNumbers(m_analysis.layer(job.analysis).value);
        if (!ownX.isDefined() || !ownY.isDefined()) {
            sayWhatDidNotRun(row, job);
            return;
        }
        row.shape = ownY.shape();
        row.baseline.dtype = graph::name(ownX.type);
        row.analysis.dtype = graph::name(m_analysis.execution().tensor(m_analysis.layer(job.analysis).value).type);
        compare(row, row.accumulated, ownX, ownY);
        if (auto problem = problemOfLoop(job); !problem.empty()) {
            row.state = ShadowRow::State::Failed;
            row.problem = std::move(problem);
            return;
        }
        try {
            compare(row, row.onAnalysisInputs, rerun(m_baseline, job.baseline, job.floatTwin, m_analysis), ownY);
            compare(
                row, row.onBaselineInputs, ownX,
                rerun(m_analysis, job.analysis, job.quantizedTwin, m_baseline)); // last: the row keeps its statistics
        } catch (const Error& error) {
            row.state = ShadowRow::State::Failed;
            row.problem = error.whole();
        }
    }

    /// Why the last iteration's values don't tell what a layer in a loop does.
    Message problemOfLoop(const ShadowJob& job) const
    {
        const auto &x = job.floatTwin.segment, &y = job.quantizedTwin.segment;
        if (x.readsLoop || y.readsLoop)
            return Message("it reads what {} hands from one iteration to the next, which can't be exchanged between "
                           "the models",
                           m_baseline.bodyOf(job.baseline));
        if (x.isInBranchOfLoop || y.isInBranchOfLoop)
            return Message("it stands in {}, a branch in a loop, which the last iteration may not have run",
                           m_baseline.bodyOf(job.baseline));
        return {};
    }

    /// Only what stands in bodies may have been left out.
    void sayWhatDidNotRun(ShadowRow& row, const ShadowJob& job) const
    {
        const auto body = m_baseline.bodyOf(job.baseline);
        if (body.empty())
            return;
        row.state = ShadowRow::State::Failed;
        row.problem = Message("it stands in {}, which one of the models did not run, or neither", body);
    }

    static void compare(ShadowRow& row, std::optional<results::Metrics>& metrics, const Tensor& x, const Tensor& y)
    {
        if (!x.isDefined() || !y.isDefined() || x.shape() != y.shape()) {
            row.state = ShadowRow::State::ShapeMismatch;
            return;
        }
        const bool hasOneScale = row.quantizer && row.quantizer->scales.size() == 1;
        const at::Tensor xs = toFloats(x);
        const at::Tensor ys = toFloats(y);
        const auto compared =
            compareTensors(xs.data_ptr<float>(), ys.data_ptr<float>(), static_cast<std::size_t>(xs.numel()),
                           hasOneScale ? std::optional(row.quantizer->scales[0]) : std::nullopt);
        metrics = compared.metrics;
        row.baseline.statistics = compared.baseline;
        row.analysis.statistics = compared.analysis;
    }

    ShadowSide& m_baseline;
    ShadowSide& m_analysis;
    std::vector<ShadowRow>& m_rows;
    JobContext& m_ctx;
    std::vector<ShadowJob> m_jobs;
};

ShadowRow rowOf(const results::LayerRow& layer)
{
    ShadowRow row;
    row.name = layer.name;
    row.scope = layer.scope;
    row.baseline = layer.baseline;
    row.analysis = layer.analysis;
    row.quantizer = layer.quantizer;
    row.match = layer.match;
    if (layer.state == results::LayerRow::State::UnmatchedBaseline)
        row.state = ShadowRow::State::UnmatchedBaseline;
    if (layer.state == results::LayerRow::State::UnmatchedAnalysis)
        row.state = ShadowRow::State::UnmatchedAnalysis;
    return row;
}

bool isWanted(const results::LayerRow& row, const results::ShadowRequest& request)
{
    return row.state != results::LayerRow::State::Fused && hasPrefix(request.filter.prefixes, {row.name, row.scope})
           && hasType(request.filter.operatorTypes, {row.baseline.opType, row.analysis.opType});
}

/// Adds the rows that @p request wants to @p result, and a job for each pair.
void addRows(const std::vector<LayerRowSource>& sources, const results::ShadowRequest& request, Shadow& shadow,
             results::ShadowResult& result)
{
    for (const auto& source : sources) {
        if (!isWanted(source.row, request))
            continue;
        auto row = rowOf(source.row);
        if (row.state == ShadowRow::State::UnmatchedBaseline)
            result.unmatchedBaseline.push_back(row.name);
        else if (row.state == ShadowRow::State::UnmatchedAnalysis)
            result.unmatchedAnalysis.push_back(row.name);
        else if (!shadow.add(result.rows.size(), source.baseline, source.analysis)) {
            ++result.unquantizedLayers;
            continue;
        }
        row.index = static_cast<int>(result.rows.size());
        result.rows.push_back(std::move(row));
    }
}

} // namespace

std::shared_ptr<const results::ShadowResult> shadow(const import::ImportedModel& baseline,
                                                    const import::ImportedModel& analysis, runtime::NamedTensors inputs,
                                                    const results::ShadowRequest& request, JobContext& ctx)
{
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const auto baselineLayers = collectLayers(baseline.graph, &analysis.graph);
    const auto analysisLayers = collectLayers(analysis.graph, &baseline.graph);
    const auto matching = matchLayers(baseline.graph, baselineLayers, analysis.graph, analysisLayers,
                                      request.mapFile.empty() ? NameMap{} : readNameMap(request.mapFile));
    const MatchedModels models{baseline.graph, analysis.graph, baselineLayers, analysisLayers, matching};
    auto analysisInputs = inputsForAnalysis(baseline.graph, analysis.graph, inputs);
    takeOwnStates(request.samples, analysisInputs);
    LockstepSide baselineRun(baseline.graph, baseline.path.string(), inputs, ctx);
    LockstepSide analysisRun(analysis.graph, analysis.path.string(), analysisInputs, ctx);
    ShadowSide baselineSide(baseline.graph, baselineLayers, matching.baseline, baselineRun, baselineRun.program(),
                            std::move(inputs));
    ShadowSide analysisSide(analysis.graph, analysisLayers, matching.analysis, analysisRun, analysisRun.program(),
                            std::move(analysisInputs));

    auto result = std::make_shared<results::ShadowResult>();
    result->baseline = baseline.path.string();
    result->analysis = analysis.path.string();
    Shadow shadow(baselineSide, analysisSide, result->rows, ctx);
    addRows(makeRows(models, false), request, shadow, *result);
    const auto nodes = baselineRun.nodeCount() + analysisRun.nodeCount();
    ctx.beginStage("shadowing layers", nodes + shadow.jobCount(), 0.05, 1.0);
    shadow.run();
    result->totalSeconds = std::chrono::duration<double>(Clock::now() - began).count();
    return result;
}

std::shared_ptr<const results::ShadowResult> shadow(Workspace& workspace, const results::ShadowRequest& request,
                                                    JobContext& ctx, const results::Listener<results::ShadowResult>&)
{
    const ComputeScope scope(request.options);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    return shadow(*baseline, *analysis, readSample(baseline->graph, request.samples, request.options), request, ctx);
}

} // namespace ql::analysis
