// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/tune/candidate_evaluator.h"
#include "core/analysis/tune/set_judge.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace ql::analysis {

namespace {

using results::TuneOverride;
using results::TunePoint;
using results::TuneResult;

constexpr std::array kActions{"per-channel", "int16", "skip"}; ///< rising cost
constexpr std::size_t kCandidates = 6;                         ///< layers tried at each step
constexpr std::size_t kFew = 3;                                ///< overrides that no scope is simpler than
constexpr std::size_t kMost = 5; ///< overrides that are added one by one where the targets are out of reach
/// Leaving a layer in float must win so much more than int16 to be worth its price; and one more override so much at
/// all.
constexpr Gain kClearly{1.0, 1e-4, 0.05};
constexpr Gain kLittle{0.05, 5e-6, 0.0025};

class TuneSearch {
public:
    TuneSearch(const results::TuneRequest& request, MeasureJournal& measures, JobContext& ctx,
               const results::Listener<results::TuneResult>& listener)
        : m_request(request)
        , m_ctx(ctx)
        , m_listener(listener)
        , m_evaluator(request, measures, ctx)
    {
        m_result.baseline = request.baseline;
        m_result.config = request.quantization.config;
        m_result.configBefore = m_evaluator.configText();
        m_result.metric = request.metric;
        m_result.targets = request.targets;
        m_result.judgedSamples = m_evaluator.sampleCount();
        m_result.floatMetric = m_evaluator.floatMetric();
        m_most = request.mostOverrides == 0 ? kMost : request.mostOverrides;
    }

    std::shared_ptr<const TuneResult> run()
    {
        m_result.best = m_result.start = *tried({});
        notify();
        if (!isReached()) {
            rank();
            searchFromFloat();
            comeNearer();
            addScopes();
            takeTails();
            addQuantizers();
        }
        m_result.isComplete = hasTime();
        return snapshot();
    }

private:
    bool isReached() const { return m_result.best.margin >= 0.0; }
    double clearly() const { return kClearly.in(m_result); }
    double little() const { return kLittle.in(m_result); }

    /// Ranks go by the clock of the first.
    bool hasTime() const
    {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_began;
        return m_request.mostSeconds <= 0.0
               || runs::ofFirst(ranksOf(m_request.options), passed.count() < m_request.mostSeconds);
    }

    bool goesOn() const { return !isReached() && hasTime(); }

    /// Layers that compute, worst first by what quantizing each alone does.
    void rank()
    {
        const auto layers = m_evaluator.quantizedLayers();
        m_ctx.beginStage("ranking layers", layers.size(), 0.3, 0.6);
        for (const auto* node : layers) {
            if (!hasTime())
                break;
            m_result.ranking.push_back({node->name, node->opType, "", m_evaluator.metricOfAlone(*node), {}});
            m_ctx.step(1, node->name);
        }
        const auto isWorse = [this](double a, double b) { return results::isWorse(m_request.metric, a, b); };
        std::ranges::stable_sort(m_result.ranking, isWorse, &TuneOverride::alone);
        m_order = m_result.ranking;
        m_result.tails = judgedTails(m_evaluator.tails(), m_result.ranking, setJudge());
        notify();
    }

    void addOverrides()
    {
        m_ctx.beginStage("adding overrides", m_most * kCandidates, 0.6, 0.8);
        while (goesOn() && m_result.best.overrides.size() < m_most) {
            auto best = bestBehind(m_result.best);
            if (!isBeyond(best, m_result.best.margin + clearly()) && !std::exchange(m_isRankedAnew, true)) {
                rankAnew();
                best = bestBehind(m_result.best);
            }
            if (!isBeyond(best, m_result.best.margin + little()))
                return; // nothing helps
            m_result.best = std::move(best);
            notify();
        }
    }

    /// Orders the layers by what leaving each in float wins on top of the best overrides so far.
    void rankAnew()
    {
        std::vector<std::pair<double, TuneOverride>> gains;
        for (const auto& one : m_result.ranking) {
            if (!goesOn())
                return;
            if (names(m_result.best.overrides, one.layer))
                continue;
            const auto point = with(m_result.best, one, "skip");
            gains.emplace_back(
                point ? -point->margin : -with(m_result.best, one, "int16").value_or(m_result.best).margin, one);
            m_ctx.throwIfCancelled();
        }
        std::ranges::stable_sort(gains, Rising<NaNs::Last>(), &std::pair<double, TuneOverride>::first);
        m_order.clear();
        for (auto& [gain, one] : gains)
            m_order.push_back(std::move(one));
    }

    /// The best of @p base and one more override of the first candidates; no more are tried once the targets hold.
    TunePoint bestBehind(const TunePoint& base)
    {
        auto best = base;
        std::size_t count = 0;
        for (const auto& candidate : m_order) {
            if (names(base.overrides, candidate.layer))
                continue;
            if (best.margin >= 0.0 || ++count > kCandidates || !hasTime())
                break;
            if (auto point = cheapest(base, candidate); point && point->margin > best.margin)
                best = std::move(*point);
            m_ctx.step(1, candidate.layer);
        }
        return best;
    }

    /// @p base with @p candidate in the cheapest way that holds the targets; else a dearer one only where it is clearly
    /// better.
    std::optional<TunePoint> cheapest(const TunePoint& base, const TuneOverride& candidate)
    {
        std::optional<TunePoint> best;
        for (const char* action : kActions) {
            auto point = with(base, candidate, action);
            if (point && (!best || point->margin > best->margin + clearly()))
                best = std::move(point);
            if (best && best->margin >= 0.0)
                break;
        }
        return best;
    }

    std::optional<TunePoint> with(const TunePoint& base, TuneOverride candidate, const char* action)
    {
        auto overrides = base.overrides;
        candidate.action = action;
        overrides.push_back(std::move(candidate));
        return tried(std::move(overrides));
    }

    SetJudge setJudge()
    {
        return {[this](std::vector<TuneOverride> overrides) { return tried(std::move(overrides), false); },
                [this](const TuneOverride& one) { return m_evaluator.isAllowed(one); },
                [this](const std::vector<TuneOverride>& set) { return m_evaluator.costOf(set); },
                [this] { return hasTime(); }, m_request.mostOverrides};
    }

    /// What reaches the targets, if anything does: layers that hide each other are no obstacle from this end.
    void searchFromFloat()
    {
        if (!hasTime())
            return;
        searchForward(m_result.ranking, setJudge(), m_ctx); // what it finds is remembered
        takeCheapest();
    }

    /// Few overrides that win most, where none reach the targets.
    void comeNearer()
    {
        if (!goesOn())
            return;
        addOverrides();
        growSets("int16");
        growSets("skip");
        takeBack();
    }

    /// Where no few layers help: whole scopes, first in float.
    void addScopes()
    {
        if (!hasTime() || (isReached() && m_result.best.overrides.size() <= kFew))
            return;
        const auto found = searchScopes(m_result.start, m_evaluator.scopes(), setJudge(), clearly(), m_ctx);
        const bool isSimpler = found.margin >= 0.0 && found.cost <= m_result.best.cost
                               && found.overrides.size() < m_result.best.overrides.size();
        if (isSimpler || isBetter(found, m_result.best))
            m_result.best = found;
        if (isReached())
            takeBack(); // int16 may be enough
    }

    void takeTails()
    {
        for (const auto& tail : m_result.tails)
            if (!isReached() && tail.margin > m_result.best.margin + clearly())
                m_result.best = tail;
        takeCheapest();
    }

    /// Of all that was tried.
    void takeCheapest()
    {
        for (const auto& point : m_result.pareto)
            if (point.margin >= 0.0 && (!isReached() || point.cost < m_result.best.cost))
                m_result.best = point;
        notify();
    }

    /// A layer in int16 or float may be more than what it takes.
    void addQuantizers()
    {
        if (!hasTime())
            return;
        m_result.best = searchQuantizers({m_result.start, m_result.best, clearly(), m_result.ranking},
                                         m_evaluator.quantizers(), setJudge(), m_ctx);
        takeBack();
        takeCheapest();
    }

    /// Layers that hide each other win nothing one by one: the worst two, three … of the ranking together.
    void growSets(const char* action)
    {
        auto grown = m_result.start;
        for (const auto& one : m_result.ranking) {
            if (!goesOn() || grown.overrides.size() >= m_most)
                break;
            grown = with(grown, one, action).value_or(grown);
            if (grown.margin > m_result.best.margin + little())
                m_result.best = grown;
        }
        notify();
    }

    /// Takes overrides back without which the targets still hold, or where they can't be reached, nothing is lost; and
    /// tries what else can be done to each layer.
    void takeBack()
    {
        m_ctx.beginStage("taking overrides back", m_result.best.overrides.size(), 0.9, 1.0);
        for (std::size_t i = 0; i < m_result.best.overrides.size() && hasTime();) {
            const double needed = isReached() ? 0.0 : m_result.best.margin - little();
            auto fewer = m_result.best.overrides;
            fewer.erase(fewer.begin() + std::ptrdiff_t(i));
            if (const auto point = tried(fewer); point && point->margin >= needed) {
                m_result.best = *point;
                continue;
            }
            tryOtherActions(i, needed);
            ++i;
            m_ctx.step();
        }
    }

    void tryOtherActions(std::size_t i, double needed)
    {
        for (const char* action : kActions) {
            auto others = m_result.best.overrides;
            if (!others[i].tensor.empty())
                return;
            others[i].action = action;
            const auto point = tried(std::move(others));
            if (!point)
                continue;
            const bool isBetter = !isReached() && point->margin > m_result.best.margin + clearly();
            if (isBetter || (point->margin >= needed && point->cost < m_result.best.cost))
                m_result.best = *point;
        }
    }

    std::optional<TunePoint> tried(std::vector<TuneOverride> overrides, bool keepsRefusal = true)
    {
        const auto point = m_evaluator.judge(std::move(overrides), keepsRefusal);
        if (point && (m_request.mostOverrides == 0 || point->overrides.size() <= m_request.mostOverrides))
            addToFront(m_result.pareto, *point);
        return point;
    }

    std::shared_ptr<const TuneResult> snapshot()
    {
        m_result.isReached = isReached();
        m_result.evaluations = m_evaluator.evaluations();
        m_result.refusals = m_evaluator.refusals();
        return std::make_shared<const TuneResult>(m_result);
    }

    void notify()
    {
        if (m_listener)
            m_listener(snapshot());
    }

    const results::TuneRequest& m_request;
    JobContext& m_ctx;
    const results::Listener<results::TuneResult>& m_listener;
    const std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
    CandidateEvaluator m_evaluator;
    std::size_t m_most = 0;            ///< overrides that are added one by one
    bool m_isRankedAnew = false;       ///< once is enough: it runs every layer again
    std::vector<TuneOverride> m_order; ///< in which layers are tried
    TuneResult m_result;
};

} // namespace

/// Searches overrides until the targets hold. Layers are ranked by what quantizing each alone does. From everything in
/// float on, layers are quantized by halves, those first that do least harm, as long as the targets hold; what remains
/// is brought down to int16 and to a scale per channel. Where the targets are out of reach, those of the worst layers
/// that help the whole network most get an override, one at a time. Then whole scopes and single quantizers are tried,
/// and what turned out unneeded is taken back. With a config only edits that its dialect can say and its rules allow
/// are tried. No set is run twice.
/// @throws Error (BadArgument) as simulateModel; Cancelled
std::shared_ptr<const TuneResult> tune(Workspace&, const results::TuneRequest& asked, JobContext& ctx,
                                       const results::Listener<results::TuneResult>& listener)
{
    const ComputeScope scope(asked.options);
    const auto request = withFunctions(asked, ctx.stopToken());
    if (request.quantization.data.empty())
        throw Error(ErrorCode::BadArgument, "tuning needs samples", "give some with --data");
    MeasureJournal measures;
    try {
        auto result = TuneSearch(request, measures, ctx, listener).run();
        measures.remove();
        return result;
    } catch (...) {
        measures.write(); // what is known stays known, whoever ended the search
        throw;
    }
}

} // namespace ql::analysis
