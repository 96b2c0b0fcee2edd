// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_search.h"
#include "core/quant/fixes/fix.h"

#include <map>
#include <optional>
#include <vector>

namespace ql::analysis {

/// Places of candidates, rising.
using FixSet = std::vector<std::size_t>;

/// Applies sets of candidates to the network and remembers what was measured of each.
class FixSets {
public:
    /// @p search must outlive this.
    explicit FixSets(FixSearch& search)
        : m_search(search)
    {
    }

    /// Takes over what the journal holds; sets are as they were only while candidates are.
    void resume();
    /// From now on sets are of these; before there is only the empty one.
    void setEdits(std::vector<quant::FixEdit> edits) { m_edits = std::move(edits); }
    /// Null where it can't be. Measured once and written to the journal. Collective. @throws Error as measureNow()
    const std::optional<results::FixMeasure>& measured(const FixSet& set);
    /// The same, always anew. Null sets refusal(). @throws Error where the empty set can't be, or as
    /// FixJudge::measure()
    std::optional<results::FixMeasure> measureNow(const FixSet& set);
    /// What @p edit would make of @p chosen, with what the slow ones among these learned kept; null where it can't be.
    /// Collective. @throws Error as FixJudge::measure()
    std::optional<results::FixMeasure> estimated(const FixSet& chosen, std::size_t edit);
    /// From now on @p set, which can be, is what others are measured from: they run what differs.
    void startFrom(const FixSet& set);
    /// Whether adding @p edit to @p chosen takes long, and estimating it doesn't.
    bool isEstimated(const FixSet& chosen, std::size_t edit) const;
    /// Whether one of @p chosen learns the same of more layers.
    bool isContained(const FixSet& chosen, std::size_t edit) const;
    /// Takes over what another rank or an earlier start measured.
    void remember(const FixSet& set, const std::optional<results::FixMeasure>& measure);
    /// Why the last set can't be.
    const Message& refusal() const { return m_refusal; }
    quant::FixSubject subjectWith(const FixSet& set);
    /// Whether applying candidate @p index takes as long as many measurements.
    bool isSlow(std::size_t index) const { return m_edits[index].isSlow; }
    /// They live as long as this.
    std::vector<const quant::FixEdit*> editsOf(const FixSet& set) const;

private:
    const quant::FixSubject& reweighted(const FixSet& set);
    const quant::FixSubject& baseOf(const FixSet& set);

    FixSearch& m_search;
    std::vector<quant::FixEdit> m_edits;
    std::map<FixSet, std::optional<results::FixMeasure>> m_known;
    std::map<FixSet, quant::FixSubject> m_reweighted;           ///< by the edits of weights
    std::optional<std::pair<FixSet, quant::FixSubject>> m_base; ///< of estimates
    Message m_refusal;
};

} // namespace ql::analysis
