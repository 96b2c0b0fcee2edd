// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/expressions/expression.h"
#include "core/analysis/sensitivity/sensitivity_ranking.h"
#include "core/caller/functions.h"
#include "core/runs/program/program.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ql::analysis {

/// What a ranking's columns are of a run's outputs: those of the graph, behind them what a post-processing of the
/// calling program makes of them, and what its functions or an expression say.
class RankingMeasure {
public:
    /// The graph and the request must outlive it. @throws Error (BadArgument) for an output that there isn't
    RankingMeasure(const graph::Graph& baseline, const results::SensitivityRequest& request);

    /// Whether a post-processing returns what is known once settle() got a baseline's outputs.
    bool isOpen() const { return m_functions && m_functions->postProcess && m_processed.empty(); }
    void settle(const std::vector<runs::Tensor>& outputs);

    /// Those of the rankings, then one of noise powers for each output, which no ranking shows.
    const std::vector<RankingColumn>& columns() const { return m_columns; }
    std::size_t shownCount() const { return m_shownCount; }
    std::string nameOf(const RankingColumn& column) const;
    /// Whether it measures an output of the graph itself.
    bool isOfGraph(const RankingColumn& column) const;

    /// What a run gave.
    struct Outputs {
        std::vector<runs::Tensor> tensors;
        caller::NamedArrays arrays; ///< as functions see them; none where nobody asks
        std::size_t sample = 0;
    };
    Outputs read(const std::vector<runs::Tensor>& outputs, std::size_t sample) const;
    /// A number for each of @p columns, NaN where the two can't be compared. Any thread.
    std::vector<double> values(std::span<const RankingColumn> columns, const Outputs& expected,
                               const std::vector<runs::Tensor>& found) const;

private:
    bool areShown() const;
    double said(results::MetricId metric, const Outputs& expected, const Outputs& found) const;
    void addProcessedColumns();

    const graph::Graph& m_baseline;
    const results::SensitivityRequest& m_request;
    std::shared_ptr<const caller::Functions> m_functions;
    std::optional<Expression> m_expression; ///< that Custom is; nothing where it is a function
    std::vector<std::string> m_names;       ///< of the graph's outputs
    std::vector<std::string> m_processed;   ///< what the post-processing returns
    std::vector<RankingColumn> m_columns;
    std::size_t m_shownCount = 0;
};

} // namespace ql::analysis
