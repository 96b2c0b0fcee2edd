// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/searched_models.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/samples/samples.h"
#include "core/base/error.h"
#include "core/data/datasets/sample_labels.h"
#include "core/data/inputs.h"
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/run.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using Tensors = std::vector<runs::Tensor>;

Tensors outputsOf(const runs::Program& program, runs::NamedTensors inputs, const Message& file, JobContext& ctx)
{
    return withContext(file, [&] { return runs::run(program, std::move(inputs), ctx); });
}

} // namespace

SearchedModels::SearchedModels(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                               const results::BadCaseRequest& request)
    : m_request(request)
    , m_baselineFile(Message::text(baseline.path.string()))
    , m_analysisFile(Message::text(analysis.path.string()))
    , m_metrics(request)
    , m_outputs(chosenOutputs(baseline.graph, analysis.graph, request.outputs))
    , m_callerOutputs(m_outputs, request.options.functions)
    , m_links(feedbackLinks(baseline.graph, request.feedback))
    , m_baselineFeedback(baseline.graph, m_links)
    , m_analysisFeedback(analysis.graph, linksForAnalysis(baseline.graph, analysis.graph, m_links))
    , m_baseline(baseline.graph)
    , m_analysis(analysis.graph)
    , m_dataset(data::openDataset(
          request.samples.data, baseline.graph,
          {preprocessingOf(request.samples.images), m_baselineFeedback.inputNames(), request.samples.held}))
    , m_limit(request.samples.numSteps == 0 ? m_dataset->size() : std::min(request.samples.numSteps, m_dataset->size()))
{
}

void SearchedModels::prepare(JobContext& ctx)
{
    settleOutputs(ctx);
    readLabels();
}

bool SearchedModels::beginsRecording(std::size_t i) const
{
    return m_dataset->beginsRecording(i) || (m_request.resetEvery > 0 && i % m_request.resetEvery == 0);
}

std::size_t SearchedModels::stepsPerSample() const
{
    return m_baseline.order().size() + m_analysis.order().size();
}

std::uint64_t SearchedModels::declaredBytes() const
{
    return runs::declaredBytes(m_baseline.graph()) + runs::declaredBytes(m_analysis.graph());
}

pickle::NamedTensorData SearchedModels::reproductionInputs(std::size_t sampleIndex, const SearchedSample& sample) const
{
    pickle::NamedTensorData kept;
    const auto inputs = sample.inputs.empty() ? m_dataset->inputs(sampleIndex) : sample.inputs;
    for (const auto id : m_baseline.graph().inputs()) {
        const auto& name = m_baseline.graph().value(id).name;
        if (inputs.at(name).isDefined()) // a .pt file holds no strings and no sequences
            kept.emplace_back(name, ops::toTensorData(inputs.at(name)));
    }
    for (const auto& name : m_analysisFeedback.inputNames())
        kept.emplace_back(std::string(data::kAnalysisState) + name, ops::toTensorData(sample.analysisInputs.at(name)));
    return kept;
}

void SearchedModels::settleOutputs(JobContext& ctx)
{
    if (!m_callerOutputs.arePostProcessed() || m_limit == 0)
        return;
    auto inputs = m_dataset->inputs(0);
    m_baselineFeedback.reset();
    m_baselineFeedback.apply(inputs);
    m_outputs = pairsOf(m_callerOutputs.ofBaseline(outputsOf(m_baseline, std::move(inputs), m_baselineFile, ctx)));
}

void SearchedModels::readLabels()
{
    if (m_request.labels.empty())
        return;
    m_labels = data::readLabels(m_request.labels, *m_dataset);
    chooseLabelOutput();
    const auto& graph = m_baseline.graph();
    if (!m_callerOutputs.arePostProcessed())
        data::requireClasses(m_request.labels, m_labels,
                             graph.value(graph.outputs()[m_outputs[m_labelOutput].baseline]));
}

void SearchedModels::chooseLabelOutput()
{
    if (m_request.labelOutput.empty())
        return;
    const auto found = std::ranges::find(m_outputs, m_request.labelOutput, &OutputPair::name);
    if (found == m_outputs.end())
        throw Error(ErrorCode::BadArgument, Message("no searched output is called {}", m_request.labelOutput));
    m_labelOutput = static_cast<std::size_t>(found - m_outputs.begin());
}

SearchedSample SearchedModels::search(std::size_t i, JobContext& ctx)
{
    ctx.step(0, m_dataset->sampleName(i));
    return withContext(Message("sample {} ({})", i, m_dataset->sampleName(i)), [&] {
        SearchedSample sample{.inputs = m_dataset->inputs(i)};
        if (isFedBack() && beginsRecording(i)) {
            m_baselineFeedback.reset();
            m_analysisFeedback.reset();
        }
        m_baselineFeedback.apply(sample.inputs);
        sample.analysisInputs = inputsForAnalysis(m_baseline.graph(), m_analysis.graph(), sample.inputs);
        m_analysisFeedback.apply(sample.analysisInputs);
        const auto baseline = outputsOf(m_baseline, sample.inputs, m_baselineFile, ctx);
        const auto analysis = outputsOf(m_analysis, sample.analysisInputs, m_analysisFile, ctx);
        if (isFedBack()) {
            m_baselineFeedback.take(baseline);
            m_analysisFeedback.take(analysis);
        }
        auto measured = m_callerOutputs.measure(m_metrics, m_outputs, baseline, analysis,
                                                {.index = i, .name = m_dataset->sampleName(i)});
        sample.values = std::move(measured.values);
        sample.mismatches = measured.mismatches;
        if (!m_labels.empty()) {
            const auto& output = m_outputs[m_labelOutput];
            const auto& scores = measured.baseline[output.baseline];
            data::requireClass(m_request.labels, i, m_labels.at(i), std::size_t(scores.data.numel()));
            sample.classes = {strongestOf(scores), strongestOf(measured.analysis[output.analysis])};
        }
        return sample;
    });
}

} // namespace ql::analysis
