// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/journal.h"
#include "core/results/tune_result.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ql::analysis {

struct PreparedSimulation;

/// The same for the same set in any order; what the target wants besides follows from it.
std::string wordsOf(const std::vector<results::TuneOverride>& overrides);

/// What each set of overrides was measured to do, by words that mean it: no later start of a search measures it again.
/// Every rank knows the same; the first one has the file.
class MeasureJournal {
public:
    using Values = std::vector<double>; ///< of each judged output, or what a judge says

    /// Takes over what an earlier start of the same search wrote in the request's folder: one of @p subject by the
    /// outputs @p judged and the samples @p samples. Without a folder nothing is written. Collective.
    void resume(const results::TuneRequest& request, const PreparedSimulation& subject,
                const std::vector<std::size_t>& judged, const std::vector<std::size_t>& samples);

    /// Null for what wasn't measured.
    const Values* find(const std::string& words) const;
    const Values& add(const std::string& words, Values values);
    /// Whoever ends the search: what is known stays known.
    void write();
    /// Once the search is done.
    void remove() { m_journal.remove(); }

private:
    Journal m_journal;
    std::map<std::string, Values> m_values; ///< by words
};

} // namespace ql::analysis
