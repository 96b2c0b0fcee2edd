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

    /// What is to be left float and measured.
    std::vector<CumulativeAblation::Set> sets() const;
    void addSample(const std::vector<runs::Tensor>& baseline, const std::vector<runs::Tensor>& analysis)
    {
        m_qualities.addSample(baseline, analysis);
    }
    /// @p runs did sets(), as the sets from @p first on.
    results::Verdict verdict(const CumulativeAblation& runs, std::size_t first) const;

private:
    std::optional<results::ErrorBudget> budget(std::size_t output, const CumulativeAblation& runs,
                                               std::size_t first) const;

    std::span<const SwitchGroup> m_groups;
    std::vector<Noise> m_noise;
    OutputQualities m_qualities;
    Message m_whyNoBudget;
    std::vector<BudgetPlan> m_plans;             ///< by output; none without budgets
    std::vector<std::vector<ScopeRun>> m_scopes; ///< by output, as the plans
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
