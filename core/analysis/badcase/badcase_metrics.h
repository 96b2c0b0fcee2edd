// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/expression.h"
#include "core/results/badcase_result.h"

#include <optional>
#include <span>
#include <vector>

namespace ql::analysis {

/// The columns of a bad-case search and how a pair of outputs fills them.
class BadCaseMetrics {
public:
    /// Every metric of DESIGN.md section 3 that needs no scale; request.metric ranks, and is one more column when it is
    /// an expression. @throws Error (BadArgument)
    explicit BadCaseMetrics(const results::BadCaseRequest& request);

    const std::vector<results::BadCaseMetric>& columns() const { return m_columns; }
    std::size_t rankedBy() const { return m_rankedBy; }
    /// Appends one value per column, NaN for what the calling program says; NaN, the worst, for every built-in metric
    /// where the two do not hold equally many NaN and infinite elements. @pre x and y are equally long
    void measure(std::span<const float> x, std::span<const float> y, std::vector<double>& values) const;

private:
    std::vector<results::MetricId> m_builtIn;
    std::optional<Expression> m_expression;
    std::vector<results::BadCaseMetric> m_columns;
    std::size_t m_rankedBy = 0;
    bool m_isJudgedByCaller = false; ///< the last column is what the calling program says
};

} // namespace ql::analysis
