// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity/cumulative_ablation.h"
#include "core/analysis/sensitivity/scope_runs.h"
#include "core/analysis/sensitivity/sensitivity_rows.h"
#include "core/analysis/verdict/budget_plan.h"
#include "core/analysis/verdict/output_quality.h"
#include "core/base/job_context.h"
#include "core/runs/program/program.h"

#include <optional>
#include <span>
#include <vector>

namespace ql::analysis {

/// What a ranking says about its outputs as a whole: how good they are, and where the noise of each comes from.
class RankingVerdict {
public:
    /// The noise powers that rows make alone at one output.
    struct Noise {
        std::size_t output = 0;
        std::vector<double> rows; ///< by group
        bool isBroken = false;    ///< the output of the whole analysis model holds NaN
    };

    /// @p groups, which must outlive it, share @p points among them; without one-on runs of all of these, each in one
    /// row, there is no budget, and the verdict says why.
    RankingVerdict(const graph::Graph& baseline, std::span<const SwitchGroup> groups,
                   const std::vector<quant::QuantizerPoint>& points, results::SensitivityMode mode,
                   std::vector<Noise> noise);

    /// What is to be left float and measured next: the rows that an output's shares name, then what only outputs need
    /// that this doesn't explain or whose blame several layers share. In the end, nothing.
    std::vector<CumulativeAblation::Set> nextSets() const;
    /// @p runs did nextSets(), as the sets from @p first on.
    void take(const CumulativeAblation& runs, std::size_t first);
    void addSample(const std::vector<runs::Tensor>& baseline, const std::vector<runs::Tensor>& analysis)
    {
        m_qualities.addSample(baseline, analysis);
    }
    /// Once nothing is to be measured.
    results::Verdict verdict() const;

private:
    /// The budget of one output in the making.
    struct Making {
        BudgetPlan plan;
        std::vector<ScopeRun> scopes;
        std::vector<double> left;         ///< noise power after each of the plan's runs so far
        std::vector<double> leftOfScopes; ///< as scopes, once they ran

        std::span<const std::vector<std::size_t>> next() const { return plan.nextRuns(left); }
        bool needsScopes() const;
    };
    std::vector<std::size_t> pointsOf(std::span<const std::vector<std::size_t>> runs) const;
    std::optional<results::ErrorBudget> budget(std::size_t output) const;

    std::span<const SwitchGroup> m_groups;
    std::vector<Noise> m_noise;
    OutputQualities m_qualities;
    Message m_whyNoBudget;
    std::vector<Making> m_budgets; ///< by output; none without budgets
};

/// The verdict where quantizers are switched inside the analysis model, whose budgets measure against that model with
/// all of them bypassed: outputs are judged by the baseline's own, and a budget holds only where the quantizers make
/// at least half of the difference from these.
class InsideVerdict {
public:
    /// @p bypassed has outputs by the baseline's names where they correspond. Both graphs must outlive it.
    InsideVerdict(const graph::Graph& baseline, const graph::Graph& bypassed);

    /// The outputs of one sample: @p bypassed and @p analysis in the bypassed model's order.
    void addSample(const std::vector<runs::Tensor>& baseline, const std::vector<runs::Tensor>& bypassed,
                   const std::vector<runs::Tensor>& analysis);

    /// What @p ranking, about outputs of the bypassed model, says of the baseline's.
    results::Verdict verdict(const results::Verdict& ranking) const;

private:
    const graph::Graph& m_baseline;
    std::vector<std::optional<std::size_t>> m_partners; ///< by output of the baseline: the bypassed model's
    OutputQualities m_whole;                            ///< of the analysis model
    OutputQualities m_bypassed;
};

} // namespace ql::analysis
