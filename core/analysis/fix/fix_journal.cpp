// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_journal.h"

#include "core/base/log.h"
#include "core/runs/ranks/on_ranks.h"

namespace ql::analysis {

namespace {

constexpr const char* kPart = "repairs";

} // namespace

void FixJournal::resume(RankGroup& ranks)
{
    const auto bytes = m_journal.find(kPart);
    tried = runs::ofFirst(ranks, bytes ? unpacked<TriedFixes>(*bytes) : TriedFixes());
    if (!tried.sets.empty())
        logInfo(Message("continuing after {} layers, {} repairs and {} sets of them", tried.decibels.size(),
                        tried.each.size(), tried.sets.size()));
}

void FixJournal::write()
{
    if (m_journal.isKept() && !tried.sets.empty())
        m_journal.keep(kPart, [this] { return packed(tried); });
}

void FixJournal::writeIfDue()
{
    if (m_journal.isDue())
        write();
}

} // namespace ql::analysis
