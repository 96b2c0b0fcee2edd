// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_ranks.h"
#include "core/base/journal.h"

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::analysis {

/// What a search for repairs has tried so far.
struct TriedFixes {
    std::vector<double> decibels;                                 ///< of the first layers, each quantized alone
    std::vector<std::pair<TriedFix, std::optional<double>>> each; ///< of the first candidates; what a judge says
    std::vector<TriedSet> sets;

    static auto parts(auto& self) { return std::tie(self.decibels, self.each, self.sets); }
};

/// What a search for repairs leaves to the next start of it. Every rank knows the same; the first one has the file.
class FixJournal {
public:
    /// @p journal must outlive it.
    explicit FixJournal(Journal& journal)
        : m_journal(journal)
    {
    }

    /// Takes over what an earlier start left. Collective.
    void resume(RankGroup& ranks);
    void write();
    void writeIfDue();

    TriedFixes tried;

private:
    Journal& m_journal;
};

} // namespace ql::analysis
