// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/reproduction.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr double kMostDeviationDb = 0.1;
constexpr double kExactDb = 80.0; ///< from it on a difference is that of float's rounding

double worstDb(const results::OutputVerdict& output)
{
    return std::min(kExactDb, output.worstSlice ? output.worstSlice->sqnrDb : output.sqnrDb);
}

} // namespace

Reproduction::Reproduction(const graph::Graph& baseline)
    : Reproduction(baseline, sliceAxesOf(baseline))
{
}

Reproduction::Reproduction(const graph::Graph& baseline, const std::vector<SliceAxes>& axes)
    : m_baseline(baseline)
    , m_own(baseline, axes)
    , m_switched(baseline, axes)
{
}

void Reproduction::addSample(const std::vector<ops::Tensor>& off, const std::vector<ops::Tensor>& on,
                             const std::vector<ops::Tensor>& analysis)
{
    auto given = on;
    for (std::size_t i = 0; i < given.size() && i < analysis.size(); ++i)
        if (!analysis[i].isDefined())
            given[i] = {};
    m_own.addSample(off, analysis);
    m_switched.addSample(off, given);
}

std::optional<results::SwitchedDeviation> Reproduction::deviation() const
{
    std::optional<results::SwitchedDeviation> farthest;
    for (std::size_t i = 0; i < m_baseline.outputs().size(); ++i) {
        const auto own = m_own.verdict(i);
        const auto switched = m_switched.verdict(i);
        const results::SwitchedDeviation found{m_baseline.value(m_baseline.outputs()[i]).name,
                                               own.worstSlice ? own.worstSlice->slice : std::string(), worstDb(own),
                                               worstDb(switched)};
        if (found.db() > kMostDeviationDb && (!farthest || found.db() > farthest->db()))
            farthest = found;
    }
    return farthest;
}

} // namespace ql::analysis
