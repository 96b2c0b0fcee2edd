// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/expressions/expression.h"
#include "core/results/badcase_result.h"

#include <optional>
#include <span>
#include <vector>

namespace ql::analysis {

/// The columns of a bad-case search and how a pair of outputs fills them.
class BadCaseMetrics {
public:
    /// Every metric that needs no scale; request.metric ranks, and is one more column when it is
    /// an expression; and two of a judge's where there is one. @throws Error (BadArgument)
    explicit BadCaseMetrics(const results::BadCaseRequest& request);

    const std::vector<results::BadCaseMetric>& columns() const { return m_columns; }
    std::size_t rankedBy() const { return m_rankedBy; }
    /// Where the one number goes that the calling program's metric, or an expression, gives of all outputs.
    std::optional<std::size_t> customColumn() const { return m_customColumn; }
    /// That expression; null where it is a function of the calling program.
    const Expression* ofAllOutputs() const { return m_customColumn && m_expression ? &*m_expression : nullptr; }
    /// Where a judge's number of the analysis model goes; how much worse that is than the baseline's, right behind it.
    std::optional<std::size_t> judgeColumn() const { return m_judgeColumn; }
    /// How much worse @p analysis is than @p baseline, both a judge's numbers.
    double dropOf(double baseline, double analysis) const;
    /// Appends one value per column, NaN for what is said of all outputs; NaN, the worst, for every built-in metric
    /// where the two do not hold equally many NaN and infinite elements. @pre x and y are equally long
    void measure(std::span<const float> x, std::span<const float> y, std::vector<double>& values) const;

private:
    void addJudge(const results::BadCaseRequest& request);
    void addRanking(const results::BadCaseRequest& request);

    std::vector<results::MetricId> m_builtIn;
    std::optional<Expression> m_expression;
    std::vector<results::BadCaseMetric> m_columns;
    std::size_t m_rankedBy = 0;
    std::optional<std::size_t> m_customColumn;
    std::optional<std::size_t> m_judgeColumn;
    bool m_isLowJudgedBetter = false;
};

} // namespace ql::analysis
