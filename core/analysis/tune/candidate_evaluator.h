// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/output_judge.h"
#include "core/analysis/simulation/simulation.h"
#include "core/analysis/tune/candidates.h"
#include "core/analysis/tune/measure_journal.h"
#include "core/analysis/tune/tune_config.h"
#include "core/analysis/workspace/workspace.h"
#include "core/caller/functions.h"

#include <functional>
#include <map>
#include <optional>

namespace ql::analysis {

/// Says how good and how dear a network is with a set of overrides. The data is run for calibration once.
class CandidateEvaluator {
public:
    using Overrides = std::vector<results::TuneOverride>;

    /// Reads model, config and samples. What @p measures know isn't run; they must outlive this.
    /// @throws Error as prepareSimulation, (BadArgument) for a target of no output
    CandidateEvaluator(const results::TuneRequest& request, MeasureJournal& measures, JobContext& ctx);

    /// Layers that compute and are quantized, in the graph's order.
    std::vector<const graph::Node*> quantizedLayers() const;
    /// Scopes with several of these, but not all: the override that leaves each in float, smaller ones first.
    std::vector<results::TuneOverride> scopes() const;
    /// The layers next to the outputs that have targets, and these with those next to them; see tailsOf().
    std::vector<std::vector<std::string>> tails() const;
    /// Single quantizers that the config can put in int16 and its target allows there.
    std::vector<QuantizerCandidate> quantizers() const;
    /// Whether the config can say @p one alone and its target allows that; runs nothing.
    bool isAllowed(const results::TuneOverride& one) const;
    std::size_t sampleCount() const { return m_judge->sampleCount(); }
    std::uint64_t evaluations() const { return m_evaluations; }
    const std::vector<results::TuneRefusal>& refusals() const { return m_refusals; }
    /// What the judge says of the baseline; nothing without one.
    std::optional<double> floatMetric() const { return m_floatMetric; }
    std::string configText() const { return m_config ? m_config->text() : std::string(); }

    /// Nothing where the config can't say it or its target doesn't allow it, which is among the refusals of the last
    /// override if @p keepsRefusal; or where nothing would be quantized. The same set is run once.
    const std::optional<results::TunePoint>& judge(Overrides overrides, bool keepsRefusal = true);
    /// When nothing but @p layer is quantized; infinity where that leaves nothing to quantize.
    double metricOfAlone(const graph::Node& layer);
    /// Of a layer in 16 bits or in float; one that reads a value in 16 bits is in 16 bits.
    double costOf(const Overrides& overrides) const;

private:
    bool isPossible(const results::TuneOverride& one) const;
    std::optional<results::TunePoint> run(const std::string& words, Overrides overrides, bool keepsRefusal);
    quant::QuantSettings settingsWith(results::TunePoint& point);
    void measure(const quant::QuantSettings& settings, const std::string& words, results::TunePoint& point,
                 bool isOfOneLayer = false);
    MeasureJournal::Values measuredNow(const quant::QuantSettings& settings);
    /// With nothing but @p layer quantized.
    quant::QuantSettings settingsAlone(const graph::Node& layer) const;
    void observeEachAlone();
    graph::Graph formOf(const quant::QuantSettings& settings);
    /// Most sets resemble the network without any or the best one so far, layers alone the float network.
    void chooseStarts(bool isOfOneLayer);
    /// Those that have a target, without their parts.
    std::vector<graph::ValueId> judgedOutputs() const;
    void addJoined(graph::ValueId output, Overrides& scopes) const;
    double targetOf(const std::string& output) const;
    void judgeParts();
    void judgeSlices();
    void readTargets();
    void chooseJudge();
    void readSamples();
    void requirePartitionable(std::size_t samples) const;
    RankGroup& ranks() const { return ranksOf(m_request.options); }
    bool isJudged() const { return results::isJudged(m_request.metric); }
    /// The factor (1 or -1) after which a larger value of the metric is a better one.
    double sign() const { return results::isLowWorst(m_request.metric) ? 1.0 : -1.0; }
    /// The judge's score of @p outputs, which holds one entry per sample.
    double judged(const std::vector<caller::NamedArrays>& outputs) const;
    std::vector<caller::NamedArrays> asArrays(const std::vector<std::vector<runs::Tensor>>& outputs) const;
    void requireFinite(std::size_t output) const;
    void countMacs();

    const results::TuneRequest& m_request;
    MeasureJournal& m_measures;
    JobContext& m_ctx;
    PreparedSimulation m_subject;
    std::optional<TuneConfig> m_config;
    std::vector<std::size_t> m_judged;      ///< outputs that have a target, behind them parts of these
    std::vector<OutputSlice> m_slices;      ///< that have a target of their own
    std::vector<std::string> m_outputNames; ///< and of parts
    std::vector<std::size_t> m_samples;     ///< which of the data
    std::optional<OutputJudge> m_judge;
    std::function<double(const std::vector<caller::JudgedSample>&)> m_says; ///< a judge, where one is asked
    std::map<std::string, double> m_macs;                                   ///< by layer
    double m_allMacs = 0.0;
    std::map<std::string, std::optional<results::TunePoint>> m_known; ///< by the set's words
    std::vector<results::TuneRefusal> m_refusals;
    std::uint64_t m_evaluations = 0;
    std::optional<bool> m_startsFromFloat;                  ///< what is run now; nothing before the first
    std::optional<results::TunePoint> m_best;               ///< so far
    std::optional<quant::QuantSettings> m_bestUnremembered; ///< its settings, until others start from it
    std::vector<caller::NamedArrays> m_exact;               ///< the baseline's outputs, where a judge sees them
    std::optional<double> m_floatMetric;
};

} // namespace ql::analysis
