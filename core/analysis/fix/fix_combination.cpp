// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_combination.h"

#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>

namespace ql::analysis {

void FixCombination::choose(const std::function<void()>& listener)
{
    combine(listener);
    takeBack();
}

/// Each time the one that wins most beyond its cost is added. Most win less beside more others, so what one won beside
/// fewer tells whether it is looked at (Minoux 1978, "Accelerated greedy algorithms"); but faults hide each other, so
/// before it ends all are looked at.
void FixCombination::combine(const std::function<void()>& listener)
{
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].alone)
            candidates.push_back({.edit = i, .netGain = m_gains.netGain(m_start, *m_rows[i].alone)});
    std::ranges::stable_sort(candidates, Falling<NaNs::Last>(),
                             [this](const auto& each) { return m_rows[each.edit].gainPerCost; });
    m_search.progress.beginCombining();
    do {
        m_search.progress.endPass();
        addBest(candidates, listener);
    } while (lookAgain(candidates));
}

/// As long as one seems worth it.
void FixCombination::addBest(std::vector<Candidate>& candidates, const std::function<void()>& listener)
{
    for (;;) {
        const auto best = std::ranges::max_element(candidates, Rising<NaNs::First>(), &Candidate::netGain);
        if (best == candidates.end() || !(best->netGain >= 0.0) || !m_search.hasTime())
            return;
        if (best->beside != m_chosen.size()) {
            look(*best);
            continue;
        }
        if (best->isEstimate) {
            m_search.progress.stepLearned(m_rows[best->edit].fix);
            measure(*best);
            continue;
        }
        m_chosen = with(best->edit);
        m_best = *m_sets.measured(m_chosen);
        m_sets.startFrom(m_chosen);
        candidates.erase(best);
        listener();
    }
}

/// At all that were not looked at since the last was added; at slow ones where no other is worth it. Whether one is.
bool FixCombination::lookAgain(std::vector<Candidate>& candidates)
{
    const auto isWorthIt = [](const Candidate& each) { return each.netGain >= 0.0; };
    const auto count = [&](bool isSlow) {
        return std::size_t(std::ranges::count_if(candidates, [&](const Candidate& each) {
            return each.beside != m_chosen.size() && m_sets.isSlow(each.edit) == isSlow;
        }));
    };
    m_search.progress.beginPass(count(false), count(true));
    for (const bool isSlow : {false, true}) {
        for (auto& each : candidates) {
            if (!m_search.hasTime())
                return false;
            if (each.beside != m_chosen.size() && m_sets.isSlow(each.edit) == isSlow)
                look(each);
        }
        if (std::ranges::any_of(candidates, isWorthIt))
            return true;
    }
    return false;
}

/// What must be learned anew beside each other one is kept at first: one that then wins is measured before it is added.
void FixCombination::look(Candidate& candidate)
{
    m_search.progress.stepLook(m_sets.isSlow(candidate.edit), m_rows[candidate.edit].fix);
    candidate.beside = m_chosen.size();
    candidate.isEstimate = m_sets.isEstimated(m_chosen, candidate.edit);
    if (m_sets.isContained(m_chosen, candidate.edit)) {
        candidate.netGain = -kInfinity;
    } else if (candidate.isEstimate) {
        const auto found = m_sets.estimated(m_chosen, candidate.edit);
        candidate.netGain = found ? m_gains.netGain(m_best, *found) : -kInfinity;
    } else {
        measure(candidate);
    }
}

void FixCombination::measure(Candidate& candidate)
{
    candidate.isEstimate = false;
    const auto& found = m_sets.measured(with(candidate.edit));
    candidate.netGain = found ? m_gains.netGain(m_best, *found) : -kInfinity;
}

/// Those chosen and @p edit.
FixSet FixCombination::with(std::size_t edit) const
{
    auto set = m_chosen;
    set.insert(std::ranges::upper_bound(set, edit), edit);
    return set;
}

/// What others made superfluous.
void FixCombination::takeBack()
{
    for (std::size_t i = 0; i < m_chosen.size() && m_search.hasTime();) {
        auto fewer = m_chosen;
        fewer.erase(fewer.begin() + std::ptrdiff_t(i));
        const auto& without = m_sets.measured(fewer);
        if (!without || m_gains.isWorthIt(*without, m_best)) {
            ++i;
            continue;
        }
        m_best = *without;
        m_chosen = std::move(fewer);
    }
}

} // namespace ql::analysis
