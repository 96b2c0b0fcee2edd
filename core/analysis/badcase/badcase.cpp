// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase.h"

#include "core/analysis/analyses.h"
#include "core/analysis/badcase/badcase_state.h"
#include "core/analysis/badcase/searched_models.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/journal.h"
#include "core/base/log.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/caller/functions.h"
#include "core/data/weights/pt_file.h"
#include "core/runs/ranks/on_ranks.h"

#include <chrono>
#include <filesystem>
#include <utility>

namespace ql::analysis {

using results::BadCaseRequest;
using results::BadCaseResult;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kTellInterval = std::chrono::seconds(1);
constexpr const char* kPart = "search";
constexpr const char* kBadCaseFile = "badcase.pt";

/// Refuses a search that several ranks can't share, and ranks that were started for different ones: of @p limit samples
/// of @p dataset. Collective. @throws Error (BadArgument)
void requirePartitionable(RankGroup& ranks, const results::BadCaseRequest& request,
                          const std::vector<OutputPair>& outputs, const data::Dataset& dataset, std::size_t limit)
{
    if (ranks.isAlone())
        return;
    if (!request.feedback.empty())
        throw Error(ErrorCode::BadArgument,
                    Message("fed-back states go from one sample into the next: such a search runs on one process, {} "
                            "were started",
                            ranks.size()),
                    "start the program without its launcher");
    Packer about;
    about.add(limit).add(dataset.size()).add(request.metric).add(request.order).add(!request.labels.empty());
    for (const auto& output : outputs)
        about.add(output.name);
    if (limit > 0)
        about.add(std::filesystem::path(dataset.sampleName(0)).filename().string());
    runs::requireAlike(ranks, about.take());
}

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
    std::filesystem::path badCaseFile() const { return std::filesystem::path(m_request.folder) / kBadCaseFile; }

    /// Among the searched samples.
    std::size_t recordings() const
    {
        std::size_t count = 0;
        for (std::size_t i = 0; i < searched() && m_models.isFedBack(); ++i)
            count += m_models.beginsRecording(i) ? 1 : 0;
        return count;
    }

    BadCaseState keptState()
    {
        // Nobody knows whether a program's functions are those of a search before.
        if (m_request.folder.empty() || !caller::areLasting(m_request.options.functions.get()))
            return {};
        m_journal =
            Journal(m_request.folder, "badcase", jobOf(m_request, m_models.dataset().fingerprint(), valuesPerSample()),
                    m_request.isFresh ? Journal::Start::Anew : Journal::Start::GoesOn);
        OverwriteGuard::requireNotRead(badCaseFile());
        const auto bytes = m_journal.find(kPart);
        return bytes ? unpackedState(*bytes) : BadCaseState();
    }

    /// Takes over what an earlier start kept. Collective.
    void resume()
    {
        auto kept = runs::ofFirst(m_ranks, keptState());
        if (kept.values.empty() || kept.values.size() / valuesPerSample() > m_models.limit())
            return;
        m_state = std::move(kept);
        m_resumed = searched();
        m_models.baselineFeedback().restore(m_state.baselineStates);
        m_models.analysisFeedback().restore(m_state.analysisStates);
        logInfo(Message("continuing after {} samples", m_resumed));
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
            result->badCaseFile = badCaseFile().string();
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
        if (m_journal.isDue())
            saveKnown();
    }

    void saveKnown()
    {
        if (searched() == 0 || !m_journal.isKept())
            return;
        data::writePt(badCaseFile(), m_state.worstInputs);
        m_state.baselineStates = m_models.baselineFeedback().states();
        m_state.analysisStates = m_models.analysisFeedback().states();
        m_journal.keep(kPart, [this] { return packedState(m_state); });
    }

    /// The reason for which the search ends matters more than a full disk.
    void trySavingKnown()
    {
        try {
            saveKnown();
        } catch (const Error& error) {
            logError(Message("the search can't be continued later: {}", error.whole()));
        }
    }

    std::shared_ptr<const BadCaseResult> finish()
    {
        if (!m_request.folder.empty())
            data::writePt(badCaseFile(), m_state.worstInputs);
        m_journal.remove();
        return snapshot();
    }

    const BadCaseRequest& m_request;
    RankGroup& m_ranks;
    SearchedModels m_models;
    BadCaseState m_state;
    Journal m_journal;
    std::size_t m_resumed = 0;
    Clock::time_point m_began = Clock::now();
    Clock::time_point m_told = m_began;
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
