// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_sets.h"

#include "core/base/error.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using results::FixMeasure;

constexpr std::size_t kMostKept = 4; ///< networks with other weights

} // namespace

void FixSets::resume()
{
    for (const auto& tried : m_search.journal.tried.sets) {
        m_known.emplace(FixSet(tried.set.begin(), tried.set.end()),
                        tried.isMeasured ? std::optional(tried.measure) : std::nullopt);
        m_search.judge.setEvaluations(m_search.judge.evaluations() + tried.evaluations);
    }
}

const std::optional<FixMeasure>& FixSets::measured(const FixSet& set)
{
    const auto known = m_known.find(set);
    if (known != m_known.end())
        return known->second;
    const auto before = m_search.judge.evaluations();
    const auto& found = m_known.emplace(set, measureNow(set)).first->second;
    m_search.journal.tried.sets.push_back({{set.begin(), set.end()},
                                           found.has_value(),
                                           found.value_or(FixMeasure()),
                                           m_search.judge.evaluations() - before});
    m_search.journal.writeIfDue();
    return found;
}

std::optional<FixMeasure> FixSets::measureNow(const FixSet& set)
{
    try {
        if (std::vector<bool> isSaid; m_search.config && set.size() > 1)
            m_search.config->with(editsOf(set), isSaid);
        auto subject = subjectWith(set);
        return m_search.judge.measure(subject, m_search.samples.fitted, m_search.ctx);
    } catch (const Error& error) {
        if (set.empty() || error.code() != ErrorCode::BadArgument)
            throw;
        m_refusal = error.message();
        return std::nullopt;
    }
}

const quant::FixSubject& FixSets::baseOf(const FixSet& set)
{
    if (!m_base || m_base->first != set)
        m_base.emplace(set, subjectWith(set));
    return m_base->second;
}

void FixSets::startFrom(const FixSet& set)
{
    auto subject = baseOf(set);
    m_search.judge.startFrom(subject, m_search.samples.fitted, m_search.ctx);
}

bool FixSets::isEstimated(const FixSet& chosen, std::size_t edit) const
{
    return !isSlow(edit) && std::ranges::any_of(chosen, [this](std::size_t i) { return isSlow(i); });
}

bool FixSets::isContained(const FixSet& chosen, std::size_t edit) const
{
    const auto& own = m_edits[edit];
    const auto covers = [&own](const quant::FixEdit& other) { // no layers are all of them
        const auto isThere = [&other](const auto& layer) {
            return std::ranges::find(other.layers, layer) != other.layers.end();
        };
        return other.layers.empty() || (!own.layers.empty() && std::ranges::all_of(own.layers, isThere));
    };
    return own.isSlow && std::ranges::any_of(chosen, [&](std::size_t i) {
               return m_edits[i].fix == own.fix && covers(m_edits[i]);
           });
}

std::optional<FixMeasure> FixSets::estimated(const FixSet& chosen, std::size_t edit)
{
    auto subject = baseOf(chosen);
    const auto& one = m_edits[edit];
    try {
        one.apply(subject, m_search.samples.fitted, m_search.ctx);
        const bool findsRanges = std::ranges::all_of(
            one.settings, [](const auto& setting) { return setting.action == quant::SettingsEdit::Action::Range; });
        if (findsRanges && !one.changeWeights)
            for (const auto& [value, parameters] : baseOf(chosen).learnedRanges())
                subject.setLearned(value, parameters);
        return m_search.judge.measure(subject, m_search.samples.fitted, m_search.ctx);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument)
            throw;
        return std::nullopt;
    }
}

void FixSets::remember(const FixSet& set, const std::optional<FixMeasure>& measure)
{
    m_known.insert_or_assign(set, measure);
}

std::vector<const quant::FixEdit*> FixSets::editsOf(const FixSet& set) const
{
    std::vector<const quant::FixEdit*> edits;
    for (const auto i : set)
        edits.push_back(&m_edits[i]);
    return edits;
}

/// What the data shows of a network with other weights is kept for the sets that share them.
const quant::FixSubject& FixSets::reweighted(const FixSet& set)
{
    if (set.empty())
        return m_search.subject;
    const auto known = m_reweighted.find(set);
    if (known != m_reweighted.end())
        return known->second;
    if (m_reweighted.size() >= kMostKept)
        m_reweighted.clear();
    return m_reweighted
        .emplace(set, quant::fixed(m_search.subject, editsOf(set), m_search.samples.fitted, m_search.ctx))
        .first->second;
}

quant::FixSubject FixSets::subjectWith(const FixSet& set)
{
    FixSet first; // other weights come before what is fitted to them
    FixSet others;
    for (const auto i : set)
        (m_edits[i].changeWeights && !m_edits[i].isSlow ? first : others).push_back(i);
    return quant::fixed(reweighted(first), editsOf(others), m_search.samples.fitted, m_search.ctx);
}

} // namespace ql::analysis
