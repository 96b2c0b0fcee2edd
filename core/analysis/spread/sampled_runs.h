// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/analysis/spread/sample_spreads.h"
#include "core/base/job_context.h"
#include "core/base/journal.h"
#include "core/import/imported_model.h"
#include "core/results/request_parts.h"

#include <functional>
#include <string>

namespace ql::analysis {

/// What is asked about every sample of a dataset. What is referred to must outlive it.
struct SampledQuestion {
    std::string command;
    const results::ModelPair& models;
    const results::InputSelection& selection;
    const results::RunOptions& options;
    std::string mapFile; ///< empty = none
    std::string about;   ///< what else numbers hang on: ranks that differ in it are refused
    std::string folder;  ///< for what is known, until the command is done; empty = nowhere
};

/// Measures the samples of a dataset, several at a time and shared among ranks; no number depends on how many. What an
/// earlier start of the same command knew is not measured again.
class SampledRuns {
public:
    /// Runs both models on one sample, on any thread.
    using Measure = std::function<SampleMetrics(runs::NamedTensors, JobContext&)>;

    /// What is referred to must outlive this.
    SampledRuns(SampledQuestion question, const importers::ImportedModel& baseline,
                const importers::ImportedModel& analysis, const SampleSource& samples);

    /// @throws what @p measure throws, with the sample as context; Error as runs::runOnRanks(); Cancelled
    SampleSpreads measure(const Measure& measure, JobContext& ctx);
    /// Once the command is done: no other start goes on from here.
    void removeJournal() { m_journal.remove(); }

private:
    std::uint64_t job() const;
    void resume();
    void measureRest(const Measure& measure, JobContext& ctx);
    void keep();

    SampledQuestion m_question;
    const importers::ImportedModel& m_baseline;
    const importers::ImportedModel& m_analysis;
    const SampleSource& m_samples;
    RankGroup& m_ranks;
    Journal m_journal;
    SampleSpreads m_spreads; ///< of the first samples
};

/// Refuses what is about one run: the calling program's functions with a dataset, ranks without one.
/// @throws Error (BadArgument)
void requireSampled(const results::InputSelection& samples, const results::RunOptions& options,
                    const std::string& command);

} // namespace ql::analysis
