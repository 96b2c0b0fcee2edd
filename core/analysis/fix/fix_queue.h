// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_combination.h"
#include "core/analysis/fix/fix_gains.h"
#include "core/analysis/fix/fix_sets.h"

#include <functional>
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

    /// @p listener is called whenever more is known, last before what ends the search early is thrown.
    void run(const std::function<void()>& listener);

    const results::FixMeasure& start() const { return m_start; }
    const results::FixMeasure& best() const { return m_best; }
    /// Collective.
    bool isComplete() const { return m_hasTriedAll && m_search.hasTime(); }
    /// Chosen ones first, in the order in which they are applied, then the others by gain per cost.
    std::vector<results::FixRow> rows() const;
    /// Those of rows() that were tried, or are refused.
    std::vector<results::FixRow> knownRows() const;
    /// The edits chosen, in the order of rows().
    std::vector<const quant::FixEdit*> chosen() const;
    quant::FixSubject repaired();

private:
    void runAll(const std::function<void()>& listener);
    void measureEach(const FixGains& gains, const std::function<void()>& listener);
    TriedFix tried(std::size_t index);
    void keep(std::size_t index, const TriedFix& tried, const FixGains& gains);
    void take(const FixCombination& combination);
    void tellWhatEachAdds();

    FixSearch& m_search;
    FixSets m_sets;
    std::vector<results::FixRow> m_rows; ///< by candidate
    std::vector<std::size_t> m_order;    ///< in which they are measured
    bool m_hasTriedAll = false;          ///< that aren't refused
    FixSet m_chosen;
    results::FixMeasure m_start;
    results::FixMeasure m_best;
    std::map<std::size_t, Message> m_refusals; ///< by candidates that this rank tried
};

} // namespace ql::analysis
