// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/mean_value.h"
#include "core/analysis/sensitivity/ranking_measure.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/base/rank_group.h"
#include "core/runs/what_if.h"

#include <span>
#include <stop_token>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// Leaves more and more rows float while everything else is quantized: single rows mask each other. Steps build on one
/// another, so that each runs only what its row changes.
class CumulativeAblation {
public:
    /// Measured by @p column; @p steps are the points that each step leaves float in addition.
    struct Set {
        RankingColumn column;
        std::vector<std::vector<std::size_t>> steps;
    };

    /// All must outlive it. @p ranks share the sets.
    CumulativeAblation(const QuantizerSwitches& switches, const RankingMeasure& measure, std::vector<Set> sets,
                       RankGroup& ranks = aloneGroup());

    std::size_t stepCount() const;
    /// @p expected are the baseline's outputs, @p quantized is the run with everything on (and with @p others).
    void addSample(const RankingMeasure::Outputs& expected, const runs::WhatIf& quantized,
                   const std::vector<runs::Interceptor>& others, JobContext& ctx);
    double value(std::size_t set, std::size_t step) const { return m_values[set][step].value(); }
    std::uint64_t executedNodes() const { return m_executedNodes; }
    std::uint64_t naiveNodes() const { return m_naiveNodes; }

private:
    /// One set on one sample.
    struct Grown {
        std::vector<double> values; ///< by step
        std::uint64_t executedNodes = 0;

        static auto parts(auto& self) { return std::tie(self.values, self.executedNodes); }
    };
    Grown grow(std::size_t set, const RankingMeasure::Outputs& expected, runs::WhatIf state,
               const std::vector<runs::Interceptor>& others, JobContext& ctx) const;
    void take(std::size_t set, const Grown& grown);

    const QuantizerSwitches& m_switches;
    const RankingMeasure& m_measure;
    RankGroup& m_ranks;
    std::vector<Set> m_sets;
    /// By set, the nodes that lead to the output that it is measured by; empty where it looks at all.
    std::vector<std::vector<bool>> m_leading;
    std::vector<std::vector<MeanValue>> m_values; ///< by set, then step
    std::uint64_t m_executedNodes = 0;
    std::uint64_t m_naiveNodes = 0;
};

/// The points of the first @p count rows of @p ranking, which notes their names as its cumulative steps.
CumulativeAblation::Set growingSet(results::SensitivityOutput& ranking, const RankingColumn& column,
                                   std::span<const SwitchGroup> groups, std::size_t count);

} // namespace ql::analysis
