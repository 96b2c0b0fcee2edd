// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"
#include "core/results/fix_result.h"

#include <string>
#include <unordered_map>

namespace ql::analysis {

/// All that decides on what @p graph quantized by @p plan computes. Constants that are those of @p origin, whose
/// numbers never change, go without saying. @pre plan.isCalibrated()
std::string keyOfForm(const graph::Graph& graph, const graph::Graph& origin, const quant::QuantPlan& plan);

/// What was measured of forms of one network: many repairs come to the same, as ranges of two percentiles of few
/// samples do.
class MeasuredForms {
public:
    /// Null for one that was never measured.
    const results::FixMeasure* find(const std::string& key) const
    {
        const auto known = m_measures.find(key);
        return known == m_measures.end() ? nullptr : &known->second;
    }
    void remember(const std::string& key, const results::FixMeasure& measure) { m_measures.emplace(key, measure); }

private:
    std::unordered_map<std::string, results::FixMeasure> m_measures;
};

} // namespace ql::analysis
