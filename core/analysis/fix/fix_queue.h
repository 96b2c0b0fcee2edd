// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_gains.h"
#include "core/analysis/fix/fix_sets.h"

#include <map>
#include <vector>

namespace ql::analysis {

/// Every candidate, measured on what is held out, ranked by gain per cost and combined greedily by what each adds.
class FixQueue {
public:
    /// @p search must outlive this. What its journal knows is not tried again.
    explicit FixQueue(FixSearch& search)
        : m_search(search)
        , m_sets(search)
    {
    }

    void run();

    const results::FixMeasure& start() const { return m_start; }
    const results::FixMeasure& best() const { return m_best; }
    /// Collective.
    bool isComplete() const { return m_search.hasTime(); }
    /// Chosen ones first, in the order in which they are applied, then the others by gain per cost.
    std::vector<results::FixRow> rows() const;
    /// The edits chosen, in the order of rows().
    std::vector<const quant::FixEdit*> chosen() const;
    quant::FixSubject repaired();

private:
    void runAll();
    void measureEach(const FixGains& gains);
    TriedFix tried(std::size_t index);
    void keep(std::size_t index, const TriedFix& tried, const FixGains& gains);
    void tellWhatEachAdds();

    FixSearch& m_search;
    FixSets m_sets;
    std::vector<results::FixRow> m_rows; ///< by candidate
    FixSet m_chosen;
    results::FixMeasure m_start;
    results::FixMeasure m_best;
    std::map<std::size_t, Message> m_refusals; ///< by candidates that this rank tried
};

} // namespace ql::analysis
