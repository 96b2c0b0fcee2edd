// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_queue.h"

#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/order.h"
#include "core/graph/operators/op_kind.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::analysis {

namespace {

using results::FixMeasure;
using results::FixRow;

/// A repair is worth its place in the list from this gain on; and so much more for what it costs: int16 everywhere
/// costs 1 and is good for some 48 dB.
constexpr double kLeastGainDb = 0.5;
constexpr double kDbPerCost = 20.0;
/// All that quantization takes away of a judge's number counts as much as what it may cost to win it back.
constexpr double kDbOfLoss = 20.0;
/// What a repair that costs nothing at run time counts as: someone has to do it.
constexpr double kEditCost = 0.01;
constexpr double kNoiseDb = 0.05;
constexpr std::size_t kMostKept = 4; ///< networks with other weights

const char* wordOf(quant::FixTarget target)
{
    switch (target) {
    case quant::FixTarget::Config: return "config";
    case quant::FixTarget::Weights: return "weights";
    case quant::FixTarget::Both: break;
    }
    return "both";
}

} // namespace

FixQueue::FixQueue(const results::FixRequest& request, const quant::FixSubject& start, const FixSamples& samples,
                   FixJudge& judge, const FixConfig* config, Journal& journal, JobContext& ctx)
    : m_request(request)
    , m_ranks(ranksOf(request.options))
    , m_subject(start)
    , m_samples(samples)
    , m_judge(judge)
    , m_config(config)
    , m_journal(journal)
    , m_ctx(ctx)
{
}

void FixQueue::run()
{
    requireAlike(m_ranks, m_request, m_subject, m_samples);
    resume();
    try {
        runAll();
    } catch (...) {
        m_journal.write(); // what is known stays known, whoever ended the search
        throw;
    }
}

/// Sets are as they were only while candidates are. Collective.
void FixQueue::resume()
{
    m_journal.resume(m_ranks);
    for (const auto& tried : m_journal.tried.sets) {
        m_known.emplace(Set(tried.set.begin(), tried.set.end()),
                        tried.isMeasured ? std::optional(tried.measure) : std::nullopt);
        m_judge.setEvaluations(m_judge.evaluations() + tried.evaluations);
    }
}

void FixQueue::runAll()
{
    m_start = *measured({});
    m_best = m_start;
    propose();
    measureEach();
    m_judge.shareWith(m_ranks);
    combine();
    takeBack();
    tellWhatEachAdds();
    m_judge.shareWith(aloneGroup());
}

/// As rank 0's clock has it. Collective.
bool FixQueue::hasTime() const
{
    return m_request.mostSeconds <= 0.0 || runs::ofFirst(m_ranks, hasTimeHere());
}

bool FixQueue::hasTimeHere() const
{
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_began;
    return m_request.mostSeconds <= 0.0 || passed.count() < m_request.mostSeconds;
}

/// Layers that compute, worst first by what quantizing each alone does to samples that repairs are fitted to.
std::vector<std::string> FixQueue::worstLayers()
{
    FixJudge judge(m_subject.graph(), m_samples.ranking, m_request.metric, m_ctx);
    std::vector<std::pair<double, std::string>> ranking;
    std::vector<const graph::Node*> nodes;
    for (const auto& node : m_subject.graph().nodes())
        if (m_subject.settings().isQuantized(node) && graph::opKind(node) == graph::OpKind::Compute)
            nodes.push_back(&node);
    m_ctx.beginStage("ranking layers", nodes.size(), 0.05, 0.15);
    const auto work = [&](std::size_t i, JobContext&) {
        const double decibels = decibelsAlone(*nodes[i], judge);
        m_ctx.step(1, nodes[i]->name);
        return decibels;
    };
    const auto known = std::min(m_journal.tried.decibels.size(), nodes.size());
    for (std::size_t i = 0; i < known; ++i)
        ranking.emplace_back(m_journal.tried.decibels[i], nodes[i]->name);
    m_ctx.step(known);
    runs::runOnRanks<double>(m_ranks, {.begin = known, .end = nodes.size()}, nullptr, kBytesOfOneAtATime, m_ctx, work,
                             [&](std::size_t i, double decibels) {
                                 ranking.emplace_back(decibels, nodes[i]->name);
                                 m_journal.tried.decibels.push_back(decibels);
                                 m_journal.writeIfDue();
                             });
    std::ranges::stable_sort(ranking, Rising<NaNs::First>(), &std::pair<double, std::string>::first);
    if (m_request.worstLayers != 0)
        ranking.resize(std::min(ranking.size(), m_request.worstLayers));
    std::vector<std::string> names;
    for (auto& [decibels, name] : ranking)
        names.push_back(std::move(name));
    return names;
}

/// Infinity where quantizing nothing but @p node quantizes nothing.
double FixQueue::decibelsAlone(const graph::Node& node, FixJudge& judge)
{
    auto alone = m_subject;
    alone.keepOnly(node.name);
    try {
        return judge.decibels(judge.measure(alone, m_samples.fitted, m_ctx), true);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument)
            throw;
        return std::numeric_limits<double>::infinity();
    }
}

void FixQueue::propose()
{
    const auto worst = worstLayers();
    auto subject = m_subject;
    const auto& plan = subject.plan(m_samples.fitted, m_ctx);
    const quant::FixContext context{subject.graph(), subject.settings(),  plan, worst, m_samples.fitted,
                                    m_ctx,           subject.statistics()};
    for (const auto& fix : quant::knownFixes()) {
        const auto& wanted = m_request.fixes;
        if (!wanted.empty() && std::ranges::find(wanted, fix.name) == wanted.end())
            continue;
        for (auto& edit : fix.edits(context)) {
            FixRow row{.fix = std::string(fix.name), .changes = wordOf(fix.target)};
            try {
                if (m_config)
                    m_config->addFollowers(edit);
            } catch (const Error& error) {
                if (error.code() != ErrorCode::BadArgument)
                    throw;
                row.state = FixRow::State::Refused;
                row.reason = error.message();
            }
            row.layers = edit.layers;
            row.change = edit.change;
            m_edits.push_back(std::move(edit));
            m_rows.push_back(std::move(row));
        }
    }
}

void FixQueue::measureEach()
{
    m_ctx.beginStage("measuring repairs", m_edits.size(), 0.15, kCombiningFrom);
    auto evaluations = m_judge.evaluations();
    const auto known = std::min(m_journal.tried.each.size(), m_edits.size());
    for (std::size_t i = 0; i < known; ++i) {
        auto [found, judged] = m_journal.tried.each[i];
        found.measure.judged = judged;
        evaluations += found.evaluations;
        keep(i, found);
    }
    m_ctx.step(known);
    runs::runOnRanks<TriedFix>(
        m_ranks, {.begin = known, .end = m_edits.size()}, nullptr, kBytesOfOneAtATime, m_ctx,
        [this](std::size_t i, JobContext&) { return tried(i); },
        [&](std::size_t i, const TriedFix& found) {
            evaluations += found.evaluations;
            keep(i, found);
            // What came after time ran out is tried by the next start, which has time again.
            if (m_journal.tried.each.size() == i && (found.isTried || m_rows[i].state == FixRow::State::Refused))
                m_journal.tried.each.emplace_back(found, found.measure.judged);
            m_journal.writeIfDue();
        });
    m_judge.setEvaluations(evaluations);
}

TriedFix FixQueue::tried(std::size_t index)
{
    TriedFix tried;
    m_ctx.step(1, m_rows[index].fix);
    tried.isTried = hasTimeHere() && m_rows[index].state != FixRow::State::Refused;
    if (!tried.isTried)
        return tried;
    const auto before = m_judge.evaluations();
    if (auto found = measureNow({index})) {
        tried.isMeasured = true;
        tried.measure = std::move(*found);
    } else {
        m_refusals[index] = m_refusal;
        tried.refusal = m_refusal.english();
    }
    tried.evaluations = m_judge.evaluations() - before;
    return tried;
}

void FixQueue::keep(std::size_t index, const TriedFix& tried)
{
    if (!tried.isTried)
        return;
    auto& row = m_rows[index];
    if (tried.isMeasured)
        row.alone = tried.measure;
    m_known.insert_or_assign(Set{index}, row.alone);
    if (!row.alone) {
        const auto own = m_refusals.find(index);
        row.state = FixRow::State::Refused;
        row.reason = own == m_refusals.end() ? Message::text(tried.refusal) : own->second;
        return;
    }
    row.gainDb = m_judge.decibels(*row.alone, true) - m_judge.decibels(m_start, true);
    row.judgeGain = judgeGain(m_start, *row.alone);
    row.gainPerCost = gain(m_start, *row.alone) / (kEditCost + std::max(0.0, row.alone->cost - m_start.cost));
    if (loses(m_start, *row.alone))
        row.state = FixRow::State::Loses;
    else if (isWorthIt(m_start, *row.alone))
        row.state = FixRow::State::Unneeded; // until it is chosen
}

/// By a judge, of what quantization lost; nothing without one. What lost nothing has nothing to win.
std::optional<double> FixQueue::judgeGain(const FixMeasure& from, const FixMeasure& to) const
{
    if (!m_judge.judgedBaseline())
        return std::nullopt;
    const double won = m_judge.merit(to) - m_judge.merit(from);
    const double lost = std::abs(*m_judge.judgedBaseline() - m_start.judged.value());
    if (lost > 0.0)
        return won / lost;
    return won < 0.0 ? -1.0 : 0.0;
}

/// In decibels, or in what counts as so many where a judge decides.
double FixQueue::gain(const FixMeasure& from, const FixMeasure& to) const
{
    if (const auto share = judgeGain(from, to))
        return *share * kDbOfLoss;
    return m_judge.decibels(to, true) - m_judge.decibels(from, true);
}

bool FixQueue::loses(const FixMeasure& from, const FixMeasure& to) const
{
    if (m_judge.judgedBaseline())
        return gain(from, to) < -kNoiseDb;
    return gain(from, to) < -kNoiseDb || m_judge.decibels(to, false) < m_judge.decibels(from, false) - kNoiseDb;
}

/// What @p to wins beyond what makes a repair worth its place and its cost; -inf where it loses.
double FixQueue::netGain(const FixMeasure& from, const FixMeasure& to) const
{
    const double net = gain(from, to) - kLeastGainDb - kDbPerCost * std::max(0.0, to.cost - from.cost);
    return loses(from, to) || std::isnan(net) ? -kInfinity : net;
}

bool FixQueue::isWorthIt(const FixMeasure& from, const FixMeasure& to) const
{
    return netGain(from, to) >= 0.0;
}

std::vector<const quant::FixEdit*> FixQueue::editsOf(const Set& set) const
{
    std::vector<const quant::FixEdit*> edits;
    for (const auto i : set)
        edits.push_back(&m_edits[i]);
    return edits;
}

/// What the data shows of a network with other weights is kept for the sets that share them.
const quant::FixSubject& FixQueue::reweighted(const Set& set)
{
    if (set.empty())
        return m_subject;
    const auto known = m_reweighted.find(set);
    if (known != m_reweighted.end())
        return known->second;
    if (m_reweighted.size() >= kMostKept)
        m_reweighted.clear();
    return m_reweighted.emplace(set, quant::fixed(m_subject, editsOf(set), m_samples.fitted, m_ctx)).first->second;
}

quant::FixSubject FixQueue::subjectWith(const Set& set)
{
    Set first; // other weights come before what is fitted to them
    Set others;
    for (const auto i : set)
        (m_edits[i].changeWeights && !m_edits[i].isSlow ? first : others).push_back(i);
    return quant::fixed(reweighted(first), editsOf(others), m_samples.fitted, m_ctx);
}

const std::optional<FixMeasure>& FixQueue::measured(const Set& set)
{
    const auto known = m_known.find(set);
    if (known != m_known.end())
        return known->second;
    const auto before = m_judge.evaluations();
    const auto& found = m_known.emplace(set, measureNow(set)).first->second;
    m_journal.tried.sets.push_back(
        {{set.begin(), set.end()}, found.has_value(), found.value_or(FixMeasure()), m_judge.evaluations() - before});
    m_journal.writeIfDue();
    return found;
}

std::optional<FixMeasure> FixQueue::measureNow(const Set& set)
{
    try {
        if (std::vector<bool> isSaid; m_config && set.size() > 1)
            m_config->with(editsOf(set), isSaid);
        auto subject = subjectWith(set);
        return m_judge.measure(subject, m_samples.fitted, m_ctx);
    } catch (const Error& error) {
        if (set.empty() || error.code() != ErrorCode::BadArgument)
            throw;
        m_refusal = error.message();
        return std::nullopt;
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

std::vector<const quant::FixEdit*> FixQueue::chosen() const
{
    return editsOf(m_chosen);
}

quant::FixSubject FixQueue::repaired()
{
    auto subject = subjectWith(m_chosen);
    subject.plan(m_samples.fitted, m_ctx);
    return subject;
}

} // namespace ql::analysis
