// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase.h"

#include "core/analysis/analyses.h"
#include "core/analysis/badcase/badcase_metrics.h"
#include "core/analysis/badcase/badcase_outputs.h"
#include "core/analysis/badcase/badcase_state.h"
#include "core/analysis/badcase/caller_outputs.h"
#include "core/analysis/badcase/feedback.h"
#include "core/analysis/badcase/search_ranks.h"
#include "core/analysis/badcase/searched_sample.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/base/writing/state_files.h"
#include "core/data/datasets/dataset.h"
#include "core/data/datasets/labels.h"
#include "core/data/inputs.h"
#include "core/runtime/on_ranks.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <utility>

namespace ql::analysis {

using results::BadCaseRequest;
using results::BadCaseResult;

namespace {

using Clock = std::chrono::steady_clock;
using Tensors = std::vector<runtime::Tensor>;
constexpr auto kTellInterval = std::chrono::seconds(1);
constexpr auto kSaveInterval = std::chrono::seconds(5);

Tensors outputsOf(const runtime::Program& program, runtime::NamedTensors inputs, const Message& file, JobContext& ctx)
{
    return withContext(file, [&] {
        runtime::Execution execution(program, std::move(inputs), {{}, {}, ctx.stopToken()});
        execution.finish(ctx);
        return execution.outputs();
    });
}

/// One search from its first sample to its last.
class BadCaseSearch {
public:
    BadCaseSearch(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                  const BadCaseRequest& request)
        : m_request(request)
        , m_ranks(ranksOf(request.options))
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
        , m_limit(request.samples.numSteps == 0 ? m_dataset->size()
                                                : std::min(request.samples.numSteps, m_dataset->size()))
    {
    }

    std::shared_ptr<const BadCaseResult> run(JobContext& ctx, const results::Listener<results::BadCaseResult>& listener)
    {
        settleOutputs(ctx);
        readLabels();
        requireDealable(m_ranks, m_request, m_outputs, *m_dataset, m_limit);
        resume();
        ctx.beginStage("searching the bad case",
                       (m_limit - searched()) * (m_baseline.order().size() + m_analysis.order().size()), 0.05, 1.0);
        try {
            searchAll(ctx, listener);
        } catch (...) {
            // What is known stays known, whether the user or a broken file ended the search.
            trySavingKnown();
            if (listener && searched() > 0)
                listener(snapshot());
            throw;
        }
        return finish();
    }

private:
    std::size_t valuesPerSample() const { return m_outputs.size() * m_metrics.columns().size(); }
    std::size_t searched() const { return m_state.values.size() / valuesPerSample(); }
    std::filesystem::path file(const char* name) const { return std::filesystem::path(m_request.folder) / name; }

    bool beginsRecording(std::size_t i) const
    {
        return m_dataset->beginsRecording(i) || (m_request.resetEvery > 0 && i % m_request.resetEvery == 0);
    }

    /// Among the searched samples.
    std::size_t recordings() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < searched() && !m_links.empty(); ++i)
            count += beginsRecording(i) ? 1 : 0;
        return count;
    }

    /// What a post-processing returns is known once it has.
    void settleOutputs(JobContext& ctx)
    {
        if (!m_callerOutputs.arePostProcessed() || m_limit == 0)
            return;
        auto inputs = m_dataset->inputs(0);
        m_baselineFeedback.reset();
        m_baselineFeedback.apply(inputs);
        m_outputs = pairsOf(m_callerOutputs.ofBaseline(outputsOf(m_baseline, std::move(inputs), m_baselineFile, ctx)));
    }

    void readLabels()
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

    void chooseLabelOutput()
    {
        if (m_request.labelOutput.empty())
            return;
        const auto found = std::ranges::find(m_outputs, m_request.labelOutput, &OutputPair::name);
        if (found == m_outputs.end())
            throw Error(ErrorCode::BadArgument, Message("no searched output is called {}", m_request.labelOutput));
        m_labelOutput = static_cast<std::size_t>(found - m_outputs.begin());
    }

    std::uint64_t fingerprint() const { return fingerprintOf(m_request, m_dataset->fingerprint()); }

    bool isKept() const { return !m_request.folder.empty() && caller::areLasting(m_request.options.functions.get()); }

    std::optional<BadCaseState> keptState() const
    {
        if (!isKept())
            return std::nullopt;
        requireStateOrNone(file(kStateFile));
        OverwriteGuard::requireNotRead(file(kBadCaseFile));
        if (m_request.isFresh)
            return std::nullopt;
        auto state = loadBadCaseState(file(kStateFile), fingerprint(), valuesPerSample());
        return state && state->values.size() / valuesPerSample() <= m_limit ? state : std::nullopt;
    }

    void resume()
    {
        auto state = runtime::ofFirst(m_ranks, keptState());
        if (!state)
            return;
        m_state = std::move(*state);
        m_resumed = searched();
        m_baselineFeedback.restore(m_state.baselineStates);
        m_analysisFeedback.restore(m_state.analysisStates);
        spdlog::info("continuing after {} samples", m_resumed);
    }

    void searchAll(JobContext& ctx, const results::Listener<results::BadCaseResult>& listener)
    {
        const auto& baseline = m_baseline.graph();
        const auto& analysis = m_analysis.graph();
        const jobs::Pieces samples{
            .begin = searched(), .end = m_limit, .steps = m_baseline.order().size() + m_analysis.order().size()};
        const auto work = [this](std::size_t i, JobContext& context) { return search(i, context); };
        const auto take = [&](std::size_t i, SearchedSample sample) {
            keep(i, sample);
            keepUp(listener);
        };
        // States go from one sample into the next.
        if (m_links.empty())
            runtime::runOnRanks<SearchedSample>(m_ranks, samples, "samples",
                                                runtime::declaredBytes(baseline) + runtime::declaredBytes(analysis),
                                                ctx, work, take);
        else
            jobs::runSideBySide<SearchedSample>(samples, ctx, work, take);
    }

    /// On any thread where there is no feedback.
    SearchedSample search(std::size_t i, JobContext& ctx)
    {
        ctx.step(0, m_dataset->sampleName(i));
        return withContext(Message("sample {} ({})", i, m_dataset->sampleName(i)), [&] {
            SearchedSample sample{.inputs = m_dataset->inputs(i)};
            if (!m_links.empty() && beginsRecording(i)) {
                m_baselineFeedback.reset();
                m_analysisFeedback.reset();
            }
            m_baselineFeedback.apply(sample.inputs);
            sample.analysisInputs = inputsForAnalysis(m_baseline.graph(), m_analysis.graph(), sample.inputs);
            m_analysisFeedback.apply(sample.analysisInputs);
            const auto baseline = outputsOf(m_baseline, sample.inputs, m_baselineFile, ctx);
            const auto analysis = outputsOf(m_analysis, sample.analysisInputs, m_analysisFile, ctx);
            if (!m_links.empty()) {
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

    void keep(std::size_t i, const SearchedSample& sample)
    {
        if (sample.classes) {
            m_state.baselineTop1.push_back(sample.classes->first);
            m_state.analysisTop1.push_back(sample.classes->second);
        }
        m_state.mismatchedShapes += sample.mismatches;
        m_state.values.insert(m_state.values.end(), sample.values.begin(), sample.values.end());
        if (m_ranks.isFirst())
            considerWorst(i, sample);
    }

    /// Keeps the inputs of the worst sample so far: with feedback they can't be had again without running all before
    /// it.
    void considerWorst(std::size_t i, const SearchedSample& sample)
    {
        const auto& columns = m_metrics.columns();
        const auto& metric = columns[m_metrics.rankedBy()];
        for (std::size_t output = 0; output < m_outputs.size(); ++output) {
            const double value = sample.values[output * columns.size() + m_metrics.rankedBy()];
            const bool isFirst = m_state.worstInputs.empty();
            if (!isFirst && !results::isWorse(metric, value, m_state.worstValue))
                continue;
            m_state.worstValue = value;
            m_state.worstSample = i;
            m_state.worstInputs.clear();
            const auto inputs = sample.inputs.empty() ? m_dataset->inputs(i) : sample.inputs;
            for (const auto id : m_baseline.graph().inputs()) {
                const auto& name = m_baseline.graph().value(id).name;
                if (inputs.at(name).isDefined()) // a .pt file holds no strings and no sequences
                    m_state.worstInputs.emplace_back(name, ops::toTensorData(inputs.at(name)));
            }
            for (const auto& name : m_analysisFeedback.inputNames())
                m_state.worstInputs.emplace_back(std::string(data::kAnalysisState) + name,
                                                 ops::toTensorData(sample.analysisInputs.at(name)));
        }
    }

    std::shared_ptr<BadCaseResult> snapshot() const
    {
        auto result = std::make_shared<BadCaseResult>();
        result->baseline = m_request.models.baseline;
        result->analysis = m_request.models.analysisName();
        result->data = m_request.samples.data;
        result->postProcess = m_request.options.postProcess;
        result->metrics = m_metrics.columns();
        result->rankedBy = m_metrics.rankedBy();
        for (const auto& output : m_outputs)
            result->outputs.push_back(output.name);
        result->datasetSize = m_dataset->size();
        for (std::size_t i = 0; i < searched(); ++i)
            result->samples.push_back(m_dataset->sampleName(i));
        result->values = m_state.values;
        result->resumedSamples = m_resumed;
        result->recordings = recordings();
        result->mismatchedShapes = m_state.mismatchedShapes;
        result->isComplete = searched() == m_limit;
        if (!m_labels.empty())
            result->labels = {m_outputs[m_labelOutput].name,
                              {m_labels.begin(), m_labels.begin() + static_cast<std::ptrdiff_t>(searched())},
                              m_state.baselineTop1,
                              m_state.analysisTop1};
        if (!m_request.folder.empty() && searched() > 0)
            result->badCaseFile = file(kBadCaseFile).string();
        result->seconds = std::chrono::duration<double>(Clock::now() - m_began).count();
        return result;
    }

    void keepUp(const results::Listener<results::BadCaseResult>& listener)
    {
        const auto now = Clock::now();
        if (listener && now - m_told >= kTellInterval) {
            m_told = now;
            listener(snapshot());
        }
        if (now - m_saved >= kSaveInterval) {
            m_saved = now;
            saveKnown();
        }
    }

    void saveKnown()
    {
        if (searched() == 0 || !isKept())
            return;
        m_state.baselineStates = m_baselineFeedback.states();
        m_state.analysisStates = m_analysisFeedback.states();
        saveBadCaseState(file(kStateFile), m_state, fingerprint());
        data::writePt(file(kBadCaseFile), m_state.worstInputs);
    }

    /// The reason for which the search ends matters more than a full disk.
    void trySavingKnown()
    {
        try {
            saveKnown();
        } catch (const Error& error) {
            spdlog::error("the search can't be continued later: {}", error.what());
        }
    }

    std::shared_ptr<const BadCaseResult> finish()
    {
        if (!m_request.folder.empty()) {
            data::writePt(file(kBadCaseFile), m_state.worstInputs);
            std::error_code ignored;
            std::filesystem::remove(file(kStateFile), ignored);
        }
        return snapshot();
    }

    static constexpr const char* kStateFile = "badcase_state.pt";
    static constexpr const char* kBadCaseFile = "badcase.pt";

    const BadCaseRequest& m_request;
    RankGroup& m_ranks;
    Message m_baselineFile; ///< what errors begin with
    Message m_analysisFile;
    BadCaseMetrics m_metrics;
    std::vector<OutputPair> m_outputs;
    CallerOutputs m_callerOutputs;
    std::vector<FeedbackLink> m_links;
    Feedback m_baselineFeedback;
    Feedback m_analysisFeedback;
    runtime::Program m_baseline;
    runtime::Program m_analysis;
    std::unique_ptr<data::Dataset> m_dataset;
    std::size_t m_limit;
    std::vector<std::int64_t> m_labels; ///< of the whole dataset; empty without
    std::size_t m_labelOutput = 0;
    BadCaseState m_state;
    std::size_t m_resumed = 0;
    Clock::time_point m_began = Clock::now();
    Clock::time_point m_told = m_began;
    Clock::time_point m_saved = m_began;
};

} // namespace

std::shared_ptr<const BadCaseResult> findBadCase(const importers::ImportedModel& baseline,
                                                 const importers::ImportedModel& analysis,
                                                 const BadCaseRequest& request, JobContext& ctx,
                                                 const results::Listener<results::BadCaseResult>& listener)
{
    return BadCaseSearch(baseline, analysis, request).run(ctx, listener);
}

std::shared_ptr<const results::BadCaseResult> badcase(Workspace& workspace, const results::BadCaseRequest& request,
                                                      JobContext& ctx,
                                                      const results::Listener<results::BadCaseResult>& listener)
{
    const ComputeScope scope(request.options);
    const auto [baseline, analysis] = workspace.openPair(request.models, request.samples.images, ctx);
    return findBadCase(*baseline, *analysis, withFunctions(request, ctx.stopToken()), ctx, listener);
}

} // namespace ql::analysis
