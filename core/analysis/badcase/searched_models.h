// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/badcase/badcase_metrics.h"
#include "core/analysis/badcase/badcase_outputs.h"
#include "core/analysis/badcase/caller_outputs.h"
#include "core/analysis/badcase/feedback.h"
#include "core/base/job_context.h"
#include "core/data/datasets/dataset.h"
#include "core/data/weights/pt_file.h"
#include "core/import/imported_model.h"
#include "core/results/badcase_result.h"
#include "core/runs/program/program.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::analysis {

/// What a search keeps of one sample, all of it or nothing: the state always ends after a whole sample.
struct SearchedSample {
    runs::NamedTensors inputs; ///< empty where another rank searched it: they can be read again
    runs::NamedTensors analysisInputs;
    std::vector<double> values;
    std::uint64_t mismatches = 0;
    std::optional<std::pair<std::int64_t, std::int64_t>> classes; ///< baseline's and analysis model's

    /// What goes from one process to another.
    static auto parts(auto& self) { return std::tie(self.values, self.mismatches, self.classes); }
};

/// Both models of a search and the samples that they run on, with what is fed back from one sample to the next.
class SearchedModels {
public:
    /// All must outlive it. @throws Error naming model, file or option
    SearchedModels(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                   const results::BadCaseRequest& request);

    /// Finds out which outputs there are and reads the labels; to be called once, before all below.
    /// @throws Error naming the file or the output; Cancelled
    void prepare(JobContext& ctx);

    const BadCaseMetrics& metrics() const { return m_metrics; }
    const std::vector<OutputPair>& outputs() const { return m_outputs; }
    const data::Dataset& dataset() const { return *m_dataset; }
    /// So many samples are searched.
    std::size_t limit() const { return m_limit; }
    /// Of the whole dataset; empty without.
    const std::vector<std::int64_t>& labels() const { return m_labels; }
    const OutputPair& labelOutput() const { return m_outputs[m_labelOutput]; }
    std::size_t stepsPerSample() const;
    /// What both models' values take, as far as shapes are declared.
    std::uint64_t declaredBytes() const;

    bool isFedBack() const { return !m_links.empty(); }
    bool beginsRecording(std::size_t i) const;
    Feedback& baselineFeedback() { return m_baselineFeedback; }
    Feedback& analysisFeedback() { return m_analysisFeedback; }

    /// Runs both models on sample @p i and measures; on any thread where nothing is fed back.
    /// @throws Error naming the sample; Cancelled
    SearchedSample search(std::size_t i, JobContext& ctx);
    /// The inputs of both models, for a .pt file: with feedback they can't be had again without running all before it.
    pickle::NamedTensorData reproductionInputs(std::size_t sampleIndex, const SearchedSample& sample) const;

private:
    /// What a post-processing returns is known once it has.
    void settleOutputs(JobContext& ctx);
    void readLabels();
    void chooseLabelOutput();

    const results::BadCaseRequest& m_request;
    Message m_baselineFile; ///< what errors begin with
    Message m_analysisFile;
    BadCaseMetrics m_metrics;
    std::vector<OutputPair> m_outputs;
    CallerOutputs m_callerOutputs;
    std::vector<FeedbackLink> m_links;
    Feedback m_baselineFeedback;
    Feedback m_analysisFeedback;
    runs::Program m_baseline;
    runs::Program m_analysis;
    std::unique_ptr<data::Dataset> m_dataset;
    std::size_t m_limit;
    std::vector<std::int64_t> m_labels;
    std::size_t m_labelOutput = 0;
};

} // namespace ql::analysis
