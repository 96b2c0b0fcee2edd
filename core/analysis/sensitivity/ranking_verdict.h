// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity/cumulative_ablation.h"
#include "core/analysis/sensitivity/sensitivity_rows.h"
#include "core/analysis/verdict/budget_plan.h"
#include "core/analysis/verdict/output_quality.h"

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

    /// @p groups, which must outlive it, share @p pointCount quantizers among them; without one-on runs of all of them,
    /// each in one row, there is no budget, and the verdict says why.
    RankingVerdict(const graph::Graph& baseline, std::span<const SwitchGroup> groups, std::size_t pointCount,
                   results::SensitivityMode mode, std::vector<Noise> noise);

    /// What is to be left float and measured.
    std::vector<CumulativeAblation::Set> sets() const;
    void addSample(const std::vector<runtime::Tensor>& baseline, const std::vector<runtime::Tensor>& analysis)
    {
        m_qualities.addSample(baseline, analysis);
    }
    /// @p runs did sets(), as the sets from @p first on.
    results::Verdict verdict(const CumulativeAblation& runs, std::size_t first) const;

private:
    std::span<const SwitchGroup> m_groups;
    std::vector<Noise> m_noise;
    OutputQualities m_qualities;
    Message m_whyNoBudget;
    std::vector<BudgetPlan> m_plans; ///< by output; none without budgets
};

} // namespace ql::analysis
