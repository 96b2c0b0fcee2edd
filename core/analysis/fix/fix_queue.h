// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_config.h"
#include "core/analysis/fix/fix_journal.h"
#include "core/analysis/fix/fix_judge.h"
#include "core/analysis/fix/fix_ranks.h"
#include "core/analysis/fix/fix_samples.h"
#include "core/quant/fixes/fix.h"

#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace ql::analysis {

/// Every candidate, measured on what is held out, ranked by gain per cost and combined greedily by what each adds.
class FixQueue {
public:
    /// What is referred to must outlive this; @p config may be null. What @p journal knows is not tried again.
    FixQueue(const results::FixRequest& request, const quant::FixSubject& start, const FixSamples& samples,
             FixJudge& judge, const FixConfig* config, Journal& journal, JobContext& ctx);

    void run();

    const results::FixMeasure& start() const { return m_start; }
    const results::FixMeasure& best() const { return m_best; }
    /// Collective.
    bool isComplete() const { return hasTime(); }
    /// Chosen ones first, in the order in which they are applied, then the others by gain per cost.
    std::vector<results::FixRow> rows() const;
    /// The edits chosen, in the order of rows().
    std::vector<const quant::FixEdit*> chosen() const;
    quant::FixSubject repaired();

private:
    using Set = std::vector<std::size_t>;         ///< of candidates, rising
    static constexpr double kCombiningFrom = 0.5; ///< of the progress: combining takes longer than all before, mostly

    /// One that may be added to those chosen.
    struct Candidate {
        std::size_t edit = 0;
        double netGain = 0.0;   ///< when last measured
        std::size_t beside = 0; ///< so many that were chosen then
    };

    void runAll();
    void resume();
    void propose();
    std::vector<std::string> worstLayers();
    double decibelsAlone(const graph::Node& node, FixJudge& judge);
    void measureEach();
    TriedFix tried(std::size_t index);
    void keep(std::size_t index, const TriedFix& tried);
    void combine();
    void addBest(std::vector<Candidate>& prospects);
    bool lookAgain(std::vector<Candidate>& prospects);
    void look(Candidate& prospect);
    Set with(std::size_t edit) const;
    void takeBack();
    void tellWhatEachAdds();
    /// Nothing where it can't be.
    const std::optional<results::FixMeasure>& measured(const Set& set);
    std::optional<results::FixMeasure> measureNow(const Set& set);
    const quant::FixSubject& reweighted(const Set& set);
    quant::FixSubject subjectWith(const Set& set);
    std::vector<const quant::FixEdit*> editsOf(const Set& set) const;
    double netGain(const results::FixMeasure& from, const results::FixMeasure& to) const;
    bool isWorthIt(const results::FixMeasure& from, const results::FixMeasure& to) const;
    bool loses(const results::FixMeasure& from, const results::FixMeasure& to) const;
    double gain(const results::FixMeasure& from, const results::FixMeasure& to) const;
    std::optional<double> judgeGain(const results::FixMeasure& from, const results::FixMeasure& to) const;
    bool hasTime() const;
    bool hasTimeHere() const;

    const results::FixRequest& m_request;
    RankGroup& m_ranks; ///< that share the candidates, and the samples that sets of them are measured on
    const quant::FixSubject& m_subject;
    const FixSamples& m_samples;
    FixJudge& m_judge;
    const FixConfig* m_config;
    FixJournal m_journal; ///< of all that was tried
    JobContext& m_ctx;
    const std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    std::vector<quant::FixEdit> m_edits;
    std::vector<results::FixRow> m_rows; ///< by edit
    Set m_chosen;
    results::FixMeasure m_start;
    results::FixMeasure m_best;
    std::map<Set, std::optional<results::FixMeasure>> m_known;
    std::map<Set, quant::FixSubject> m_reweighted; ///< by the edits of weights
    Message m_refusal;                             ///< why the last set can't be
    std::map<std::size_t, Message> m_refusals;     ///< by edits that this rank tried
};

} // namespace ql::analysis
