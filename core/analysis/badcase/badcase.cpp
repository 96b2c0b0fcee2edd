// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase.h"

#include "core/analysis/analyses.h"
#include "core/analysis/badcase/badcase_state.h"
#include "core/analysis/badcase/search_ranks.h"
#include "core/analysis/badcase/searched_models.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/base/writing/state_files.h"
#include "core/data/weights/pt_file.h"
#include "core/runs/ranks/on_ranks.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <optional>
#include <utility>

namespace ql::analysis {

using results::BadCaseRequest;
using results::BadCaseResult;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTellInterval = std::chrono::seconds(1);
constexpr auto kSaveInterval = std::chrono::seconds(5);

/// One search from its first sample to its last.
class BadCaseSearch {
public:
    BadCaseSearch(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                  const BadCaseRequest& request)
        : m_request(request)
        , m_ranks(ranksOf(request.options))
        , m_models(baseline, analysis, request)
    {
    }

    std::shared_ptr<const BadCaseResult> run(JobContext& ctx, const results::Listener<results::BadCaseResult>& listener)
    {
        m_models.prepare(ctx);
        requirePartitionable(m_ranks, m_request, m_models.outputs(), m_models.dataset(), m_models.limit());
        resume();
        ctx.beginStage("searching the bad case", (m_models.limit() - searched()) * m_models.stepsPerSample(), 0.05,
                       1.0);
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
    std::size_t valuesPerSample() const { return m_models.outputs().size() * m_models.metrics().columns().size(); }
    std::size_t searched() const { return m_state.values.size() / valuesPerSample(); }
    std::filesystem::path file(const char* name) const { return std::filesystem::path(m_request.folder) / name; }

    /// Among the searched samples.
    std::size_t recordings() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < searched() && m_models.isFedBack(); ++i)
            count += m_models.beginsRecording(i) ? 1 : 0;
        return count;
    }

    std::uint64_t fingerprint() const { return fingerprintOf(m_request, m_models.dataset().fingerprint()); }

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
        return state && state->values.size() / valuesPerSample() <= m_models.limit() ? state : std::nullopt;
    }

    void resume()
    {
        auto state = runs::ofFirst(m_ranks, keptState());
        if (!state)
            return;
        m_state = std::move(*state);
        m_resumed = searched();
        m_models.baselineFeedback().restore(m_state.baselineStates);
        m_models.analysisFeedback().restore(m_state.analysisStates);
        spdlog::info("continuing after {} samples", m_resumed);
    }

    void searchAll(JobContext& ctx, const results::Listener<results::BadCaseResult>& listener)
    {
        const jobs::Pieces samples{.begin = searched(), .end = m_models.limit(), .steps = m_models.stepsPerSample()};
        const auto work = [this](std::size_t i, JobContext& context) { return m_models.search(i, context); };
        const auto take = [&](std::size_t i, SearchedSample sample) {
            keep(i, sample);
            keepUp(listener);
        };
        // States go from one sample into the next.
        if (m_models.isFedBack())
            jobs::runSideBySide<SearchedSample>(samples, ctx, work, take);
        else
            runs::runOnRanks<SearchedSample>(m_ranks, samples, "samples", m_models.declaredBytes(), ctx, work, take);
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
        const auto& columns = m_models.metrics().columns();
        const auto rankedBy = m_models.metrics().rankedBy();
        for (std::size_t output = 0; output < m_models.outputs().size(); ++output) {
            const double value = sample.values[output * columns.size() + rankedBy];
            const bool isFirst = m_state.worstInputs.empty();
            if (!isFirst && !results::isWorse(columns[rankedBy], value, m_state.worstValue))
                continue;
            m_state.worstValue = value;
            m_state.worstSample = i;
            m_state.worstInputs = m_models.reproductionInputs(i, sample);
        }
    }

    std::shared_ptr<BadCaseResult> snapshot() const
    {
        auto result = std::make_shared<BadCaseResult>();
        result->baseline = m_request.models.baseline;
        result->analysis = m_request.models.analysisName();
        result->data = m_request.samples.data;
        result->postProcess = m_request.options.postProcess;
        result->metrics = m_models.metrics().columns();
        result->rankedBy = m_models.metrics().rankedBy();
        for (const auto& output : m_models.outputs())
            result->outputs.push_back(output.name);
        result->datasetSize = m_models.dataset().size();
        for (std::size_t i = 0; i < searched(); ++i)
            result->samples.push_back(m_models.dataset().sampleName(i));
        result->values = m_state.values;
        result->resumedSamples = m_resumed;
        result->recordings = recordings();
        result->mismatchedShapes = m_state.mismatchedShapes;
        result->isComplete = searched() == m_models.limit();
        if (const auto& labels = m_models.labels(); !labels.empty())
            result->labels = {m_models.labelOutput().name,
                              {labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(searched())},
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
        m_state.baselineStates = m_models.baselineFeedback().states();
        m_state.analysisStates = m_models.analysisFeedback().states();
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
    SearchedModels m_models;
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
