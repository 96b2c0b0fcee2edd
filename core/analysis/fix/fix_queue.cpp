// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_queue.h"

#include "core/analysis/fix/fix_candidates.h"
#include "core/analysis/fix/fix_combination.h"
#include "core/base/order.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using results::FixRow;

/// What a repair that costs nothing at run time counts as: someone has to do it.
constexpr double kEditCost = 0.01;
/// Of the time, where that is limited: the rest is for their combination, which alone is an answer.
constexpr double kShareOfEach = 0.6;

} // namespace

void FixQueue::run(const std::function<void()>& listener)
{
    requireAlike(m_search.ranks, m_search.request, m_search.subject, m_search.samples);
    m_search.journal.resume(m_search.ranks);
    m_sets.resume();
    try {
        runAll(listener);
    } catch (...) {
        m_search.journal.write(); // what is known stays known, whoever ended the search
        listener();
        throw;
    }
}

void FixQueue::runAll(const std::function<void()>& listener)
{
    m_best = m_start = *m_sets.measured({});
    m_sets.startFrom({});
    const FixGains gains(m_search.judge, m_start);
    auto candidates = proposeFixes(m_search);
    m_sets.setEdits(std::move(candidates.edits));
    m_rows = std::move(candidates.rows);
    m_order = std::move(candidates.order);
    measureEach(gains, listener);
    m_search.judge.shareWith(m_search.ranks);
    FixCombination combination(m_search, m_sets, gains, m_start, m_rows);
    combination.choose([&] {
        take(combination);
        listener();
    });
    take(combination);
    m_search.progress.end();
    tellWhatEachAdds();
    m_search.judge.shareWith(aloneGroup());
}

void FixQueue::measureEach(const FixGains& gains, const std::function<void()>& listener)
{
    m_hasTriedAll = true;
    const auto isSlow = [this](std::size_t i) { return m_sets.isSlow(i); };
    const auto slow = std::size_t(std::ranges::count_if(m_order, isSlow));
    const auto ranks = m_search.ranks.size();
    m_search.progress.beginMeasuring((m_rows.size() - slow) / ranks, slow / ranks);
    auto evaluations = m_search.judge.evaluations();
    const auto known = std::min(m_search.journal.tried.each.size(), m_rows.size());
    for (std::size_t place = 0; place < known; ++place) {
        auto [found, judged] = m_search.journal.tried.each[place];
        found.measure.judged = judged;
        evaluations += found.evaluations;
        keep(m_order[place], found, gains);
        m_search.progress.stepKnown(isSlow(m_order[place]));
    }
    runs::runOnRanks<TriedFix>(
        m_search.ranks, {.begin = known, .end = m_rows.size()}, nullptr, kBytesOfOneAtATime, m_search.ctx,
        [this](std::size_t place, JobContext&) { return tried(m_order[place]); },
        [&](std::size_t place, const TriedFix& found) {
            evaluations += found.evaluations;
            const bool isKnown = found.isTried || m_rows[m_order[place]].state == FixRow::State::Refused;
            keep(m_order[place], found, gains);
            // What came after time ran out is tried by the next start, which has time again.
            if (m_search.journal.tried.each.size() == place && isKnown)
                m_search.journal.tried.each.emplace_back(found, found.measure.judged);
            m_search.journal.writeIfDue();
            m_hasTriedAll = m_hasTriedAll && isKnown;
            listener();
        });
    m_search.judge.setEvaluations(evaluations);
}

TriedFix FixQueue::tried(std::size_t index)
{
    TriedFix tried;
    m_search.progress.stepCandidate(m_sets.isSlow(index), m_rows[index].fix);
    tried.isTried = m_search.hasTimeHere(kShareOfEach) && m_rows[index].state != FixRow::State::Refused;
    if (!tried.isTried)
        return tried;
    const auto before = m_search.judge.evaluations();
    if (auto found = m_sets.measureNow({index})) {
        tried.isMeasured = true;
        tried.measure = std::move(*found);
    } else {
        m_refusals[index] = m_sets.refusal();
        tried.refusal = m_sets.refusal().english();
    }
    tried.evaluations = m_search.judge.evaluations() - before;
    return tried;
}

void FixQueue::keep(std::size_t index, const TriedFix& tried, const FixGains& gains)
{
    if (!tried.isTried)
        return;
    auto& row = m_rows[index];
    if (tried.isMeasured)
        row.alone = tried.measure;
    m_sets.remember({index}, row.alone);
    if (!row.alone) {
        const auto own = m_refusals.find(index);
        row.state = FixRow::State::Refused;
        row.reason = own == m_refusals.end() ? Message::text(tried.refusal) : own->second;
        return;
    }
    row.gainDb = m_search.judge.decibels(*row.alone, true) - m_search.judge.decibels(m_start, true);
    row.judgeGain = gains.judgeGain(m_start, *row.alone);
    row.gainPerCost = gains.gain(m_start, *row.alone) / (kEditCost + std::max(0.0, row.alone->cost - m_start.cost));
    if (gains.loses(m_start, *row.alone))
        row.state = FixRow::State::Loses;
    else if (gains.isWorthIt(m_start, *row.alone))
        row.state = FixRow::State::Unneeded; // until it is chosen
}

void FixQueue::take(const FixCombination& combination)
{
    for (const auto i : m_chosen)
        m_rows[i].state = FixRow::State::Unneeded;
    m_chosen = combination.chosen();
    m_best = combination.best();
    for (const auto i : m_chosen)
        m_rows[i].state = FixRow::State::Chosen;
}

void FixQueue::tellWhatEachAdds()
{
    FixSet set;
    for (const auto i : m_chosen) {
        set.push_back(i);
        if (const auto& with = m_sets.measured(set))
            m_rows[i].metricAfter = with->metric;
    }
}

std::vector<FixRow> FixQueue::rows() const
{
    std::vector<FixRow> rows;
    for (const auto i : m_chosen)
        rows.push_back(m_rows[i]);
    std::vector<FixRow> others;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (std::ranges::find(m_chosen, i) == m_chosen.end())
            others.push_back(m_rows[i]);
    std::ranges::stable_sort(others, Falling<NaNs::Last>(), &FixRow::gainPerCost);
    rows.insert(rows.end(), others.begin(), others.end());
    return rows;
}

std::vector<FixRow> FixQueue::knownRows() const
{
    auto known = rows();
    std::erase_if(known, [](const auto& row) { return !row.alone && row.state != FixRow::State::Refused; });
    return known;
}

std::vector<const quant::FixEdit*> FixQueue::chosen() const
{
    return m_sets.editsOf(m_chosen);
}

quant::FixSubject FixQueue::repaired()
{
    auto subject = m_sets.subjectWith(m_chosen);
    subject.plan(m_search.samples.fitted, m_search.ctx);
    return subject;
}

} // namespace ql::analysis
