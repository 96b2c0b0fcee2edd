// SPDX-License-Identifier: GPL-3.0-or-later
// What a search for repairs leaves to the next start of it.
#include "core/analysis/fix/fix_queue.h"
#include "core/runs/ranks/on_ranks.h"

#include <spdlog/spdlog.h>

namespace ql::analysis {

namespace {

constexpr const char* kPart = "fixes";

} // namespace

/// Takes over what an earlier start kept. Sets are as they were only while candidates are. Collective.
void FixQueue::resume()
{
    const auto bytes = m_journal.find(kPart);
    m_kept = runs::ofFirst(m_ranks, bytes ? unpacked<KeptFixes>(*bytes) : KeptFixes());
    for (const auto& tried : m_kept.sets) {
        m_known.emplace(Set(tried.set.begin(), tried.set.end()),
                        tried.isMeasured ? std::optional(tried.measure) : std::nullopt);
        m_judge.setEvaluations(m_judge.evaluations() + tried.evaluations);
    }
    if (!m_kept.sets.empty())
        spdlog::info("continuing after {} layers, {} repairs and {} sets of them", m_kept.decibels.size(),
                     m_kept.each.size(), m_kept.sets.size());
}

void FixQueue::keepNow()
{
    if (m_journal.isKept() && !m_kept.sets.empty())
        m_journal.keep(kPart, [this] { return packed(m_kept); });
}

void FixQueue::keepIfDue()
{
    if (m_journal.isDue())
        keepNow();
}

} // namespace ql::analysis
