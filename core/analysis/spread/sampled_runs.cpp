// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/spread/sampled_runs.h"

#include "core/analysis/identity/job_identity.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/runs/ranks/on_ranks.h"

#include <mutex>
#include <utility>

namespace ql::analysis {

namespace {

constexpr const char* kPart = "samples";

} // namespace

SampledRuns::SampledRuns(SampledQuestion question, const importers::ImportedModel& baseline,
                         const importers::ImportedModel& analysis, const SampleSource& samples)
    : m_question(std::move(question))
    , m_baseline(baseline)
    , m_analysis(analysis)
    , m_samples(samples)
    , m_ranks(ranksOf(m_question.options))
{
    // Nobody knows whether what a calling program holds is what it held before.
    if (!m_question.folder.empty() && !m_question.selection.held)
        m_journal = Journal(m_question.folder, m_question.command, job());
}

/// What makes two questions the same; how many samples are wanted does not.
std::uint64_t SampledRuns::job() const
{
    Fingerprint sum;
    sum.addFile(m_question.models.baseline).addFile(m_question.models.analysisName());
    addTo(sum, m_baseline.graph);
    addTo(sum, m_analysis.graph);
    addTo(sum, m_question.models.quantization);
    addTo(sum, m_question.selection.images);
    if (!m_question.mapFile.empty())
        sum.addFile(m_question.mapFile);
    sum.add(m_question.options.device).add(m_question.options.seed);
    return sum.add(m_question.about).add(m_samples.fingerprint).value();
}

SampleSpreads SampledRuns::measure(const Measure& measure, JobContext& ctx)
{
    if (!m_ranks.isAlone())
        runs::requireAlike(m_ranks, Packer().add(m_question.about).add(std::uint64_t(m_samples.count)).take());
    resume();
    try {
        measureRest(measure, ctx);
    } catch (...) {
        keep(); // what is known stays known, whoever ended the job
        throw;
    }
    keep(); // the sample that is shown may take long
    return m_spreads;
}

/// Takes over what an earlier start kept, on every rank: each of them sums up everything. Collective.
void SampledRuns::resume()
{
    const auto bytes = m_journal.find(kPart);
    auto kept = runs::ofFirst(m_ranks, bytes ? unpacked<SampleSpreads>(*bytes) : SampleSpreads());
    if (kept.count() == 0 || kept.count() > m_samples.count)
        return;
    m_spreads = std::move(kept);
    logInfo(Message("continuing after {} of {} samples", m_spreads.count(), m_samples.count));
}

void SampledRuns::measureRest(const Measure& measure, JobContext& ctx)
{
    std::mutex reading;
    const auto work = [&](std::size_t index, JobContext& context) {
        std::unique_lock lock(reading);
        auto inputs = m_samples.read(index);
        lock.unlock();
        // The stages of one comparison say nothing of how far all of them are.
        JobContext own(context.stopToken(), {});
        auto metrics = withContext(Message("sample {}", index), [&] { return measure(std::move(inputs), own); });
        context.step();
        return metrics;
    };
    const auto take = [this](std::size_t, const SampleMetrics& metrics) {
        m_spreads.add(metrics);
        if (m_journal.isDue())
            keep();
    };
    ctx.beginStage("comparing samples", m_samples.count, 0.05, 0.9);
    ctx.step(m_spreads.count());
    runs::runOnRanks<SampleMetrics>(
        m_ranks, {.begin = std::size_t(m_spreads.count()), .end = m_samples.count, .steps = 1}, "samples",
        runs::declaredBytes(m_baseline.graph) + runs::declaredBytes(m_analysis.graph), ctx, work, take);
}

void SampledRuns::keep()
{
    if (m_spreads.count() > 0)
        m_journal.keep(kPart, [this] { return packed(m_spreads); });
}

void requireSampled(const results::InputSelection& samples, const results::RunOptions& options,
                    const std::string& command)
{
    if (!samples.data.empty() && !options.postProcess.empty())
        throw Error(ErrorCode::BadArgument, "--post-process is about the outputs of one run, not of a dataset",
                    "pass one sample as inputs, or search the dataset with badcase");
    if (!samples.data.empty() && options.functions)
        throw Error(ErrorCode::BadArgument, "functions of the calling program are asked about one run, not a dataset",
                    "pass one sample as inputs, or leave out the functions");
    if (samples.data.empty() && !ranksOf(options).isAlone())
        throw Error(ErrorCode::BadArgument,
                    Message("{} of one input runs on one process, {} were started", command, ranksOf(options).size()),
                    "pass a dataset by --data, or start it without the launcher");
}

} // namespace ql::analysis
