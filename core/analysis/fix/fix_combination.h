// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_gains.h"
#include "core/analysis/fix/fix_sets.h"

#include <functional>
#include <vector>

namespace ql::analysis {

/// Chooses which candidates are applied together: greedily, by what each adds to those chosen before it.
class FixCombination {
public:
    /// What is referred to must outlive this. @p start is of the network without repairs; @p rows are by candidate, and
    /// those that were measured alone may be chosen.
    FixCombination(FixSearch& search, FixSets& sets, const FixGains& gains, const results::FixMeasure& start,
                   const std::vector<results::FixRow>& rows)
        : m_search(search)
        , m_sets(sets)
        , m_gains(gains)
        , m_rows(rows)
        , m_start(start)
        , m_best(start)
    {
    }

    /// Collective. @p listener is called whenever one more is chosen. @throws Error as FixSets::measured(); Cancelled
    void choose(const std::function<void()>& listener);

    const FixSet& chosen() const { return m_chosen; }
    /// What was measured with those chosen.
    const results::FixMeasure& best() const { return m_best; }

private:
    /// One that may be added to those chosen.
    struct Candidate {
        std::size_t edit = 0;
        double netGain = 0.0;   ///< when last measured
        std::size_t beside = 0; ///< so many that were chosen then
        bool isEstimate = false;
    };

    void combine(const std::function<void()>& listener);
    void addBest(std::vector<Candidate>& candidates, const std::function<void()>& listener);
    bool lookAgain(std::vector<Candidate>& candidates);
    void look(Candidate& candidate);
    void measure(Candidate& candidate);
    FixSet with(std::size_t edit) const;
    void takeBack();

    FixSearch& m_search;
    FixSets& m_sets;
    const FixGains& m_gains;
    const std::vector<results::FixRow>& m_rows;
    const results::FixMeasure& m_start;
    FixSet m_chosen;
    results::FixMeasure m_best;
};

} // namespace ql::analysis
