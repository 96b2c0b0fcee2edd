// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/sensitivity_result.h"
#include "core/results/verdict.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ql::analysis {

/// The error budget of one output in the making. Shares come from one-on runs; which of the largest explain 80 % is
/// then measured: these are left float together, and more of them while less than 80 % of the noise power goes away.
class BudgetPlan {
public:
    /// A ranked row and the noise power that its quantizers make alone: NaN or infinite where they break
    /// the output, which is worse than any number.
    struct Row {
        const results::SensitivityRow* row = nullptr;
        double noise = 0.0;
    };

    /// @p isBroken: with everything quantized the output holds NaN. The rows must outlive it.
    BudgetPlan(std::vector<Row> rows, bool isBroken);

    /// Which rows (by their place in the constructor's list) each measuring run leaves float beside those of the runs
    /// before it. The first leaves none: that is the whole.
    const std::vector<std::vector<std::size_t>>& runs() const { return m_runs; }

    /// Those to do next, @p left being the noise power after each of the runs so far; none once these explain the error
    /// or there is none. Few at a time: mostly the first set explains it, or the next.
    std::span<const std::vector<std::size_t>> nextRuns(const std::vector<double>& left) const;

    /// @p left is the noise power after each run up to the first that explains the error at least, @p signal the
    /// baseline output's power. Nothing without an error.
    std::optional<results::ErrorBudget> budget(const std::vector<double>& left, double signal) const;

private:
    void planRuns();
    bool isExplained(double whole, double rest) const;
    std::vector<results::BudgetShare> shares(double signal) const;

    std::vector<Row> m_rows;
    std::vector<std::size_t> m_order; ///< of m_rows, what breaks the output first, then the largest noise
    double m_sum = 0.0;
    bool m_isBroken = false;
    std::vector<std::vector<std::size_t>> m_runs;
};

} // namespace ql::analysis
