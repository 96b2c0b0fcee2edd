// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/output_judge.h"
#include "core/caller/functions.h"
#include "core/quant/fixes/fix_subject.h"
#include "core/results/fix_result.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ql::analysis {

/// Says how good and how dear a form of a network is, on the same samples each time. In means, an output that its parts
/// hold all of counts as these: the largest would hide the others.
class FixJudge {
public:
    /// @p exact must outlive this. A part of an output that the network's structure makes counts as an output, too
    /// (OutputJudge::parts()). Where @p outputs names some, or slices of them, these alone count. Outputs that hold no
    /// finite numbers are not looked at. @throws Error (BadArgument) when none does, Error as runs::run(); Cancelled
    FixJudge(const graph::Graph& exact, std::vector<runs::NamedTensors> inputs, results::MetricId metric,
             JobContext& ctx, const std::vector<std::string>& outputs = {});

    /// From now on what it measures is judged, too; the exact network is at once. @p places and @p names are those of
    /// the samples.
    void ask(std::shared_ptr<const caller::Functions> functions, bool isLowerBetter, std::vector<std::size_t> places,
             std::vector<std::string> names);
    /// What the judge says of the exact network; nothing without one.
    std::optional<double> judgedBaseline() const { return m_judgedBaseline; }
    /// A judge's number so that larger is better; -inf for none.
    double merit(const results::FixMeasure& measure) const;

    /// As it is simulated; a form that was measured before is not run again. @throws Error as FixSubject::plan()
    results::FixMeasure measure(quant::FixSubject& subject, const quant::CalibrationData& data, JobContext& ctx);
    /// From now on forms run only what differs from that of @p subject. No number depends on it.
    /// @throws Error as FixSubject::plan()
    void startFrom(quant::FixSubject& subject, const quant::CalibrationData& data, JobContext& ctx);
    /// Of a network as it stands, whose outputs come in the order of those of the exact one.
    results::FixMeasure measure(const graph::Graph& form, JobContext& ctx);
    /// Relative L2 of its worst output.
    double differenceOf(const graph::Graph& form, JobContext& ctx);
    /// Of the outputs, in decibels: mean where @p isMean, else the worst. A cosine counts as the SQNR that goes with
    /// it, -10 log10(2 - 2 cosine).
    double decibels(const results::FixMeasure& measure, bool isMean) const;
    std::uint64_t evaluations() const { return m_evaluations; }
    /// Where others evaluated, too.
    void setEvaluations(std::uint64_t evaluations) { m_evaluations = evaluations; }
    /// From now on @p ranks, which must outlive this, share the samples that forms are measured on. Then each form is
    /// run: what ranks worked out for themselves may differ by a bit, and all have to run the same ones.
    void shareWith(RankGroup& ranks);

private:
    /// Those that can be judged by.
    std::vector<std::size_t> finiteOutputs() const;
    void judgeParts();
    /// "y", "y[:, 4:84]".
    std::string nameOf(std::size_t index) const;
    double costOf(const graph::Graph& graph, const quant::QuantPlan& plan) const;
    double judged(const std::vector<caller::NamedArrays>& outputs) const;
    std::vector<caller::NamedArrays> asArrays(const std::vector<std::vector<runs::Tensor>>& outputs) const;

    const graph::Graph& m_exact;
    results::MetricId m_metric;
    OutputJudge m_judge;
    std::vector<std::size_t> m_judged; ///< outputs, and behind them their parts
    std::vector<std::size_t> m_joined; ///< outputs that their parts hold all of
    /// By keyOfForm(): many repairs come to the same, as ranges of two percentiles of few samples do.
    std::unordered_map<std::string, results::FixMeasure> m_measured;
    bool m_isShared = false;
    std::map<std::string, double> m_macs; ///< by layer
    double m_allMacs = 0.0;
    std::uint64_t m_evaluations = 0;
    std::shared_ptr<const caller::Functions> m_functions; ///< null without a judge
    bool m_isLowerBetter = false;
    std::vector<std::size_t> m_places;
    std::vector<std::string> m_names;
    std::vector<caller::NamedArrays> m_exactArrays;
    std::optional<double> m_judgedBaseline;
};

} // namespace ql::analysis
