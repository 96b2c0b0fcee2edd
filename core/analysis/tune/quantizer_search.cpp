// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/set_judge.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using results::TuneOverride;
using results::TunePoint;

constexpr std::size_t kTried = 48; ///< scopes at each step

TunePoint bestBehind(const TunePoint& base, const std::vector<TuneOverride>& scopes, const SetJudge& judge,
                     JobContext& ctx)
{
    auto best = base;
    for (std::size_t i = 0; i < std::min(kTried, scopes.size()) && judge.hasTime(); ++i) {
        ctx.throwIfCancelled();
        const auto isNamed = [&](const std::string& layer) { return names(base.overrides, layer); };
        if (std::ranges::any_of(scopes[i].followers, isNamed))
            continue;
        auto overrides = base.overrides;
        overrides.push_back(scopes[i]);
        if (auto point = judge.judge(std::move(overrides)); point && isBetter(*point, best))
            best = std::move(*point);
    }
    return best;
}

using results::TuneOverride;
using results::TunePoint;
using Overrides = std::vector<TuneOverride>;

constexpr std::size_t kTriedQuantizers = 32; ///< quantizers at each step
constexpr std::size_t kMostQuantizers = 3;

class QuantizerSearch {
public:
    QuantizerSearch(const QuantizerTask& task, std::vector<QuantizerCandidate> candidates, const SetJudge& judge,
                    JobContext& ctx)
        : m_task(task)
        , m_candidates(std::move(candidates))
        , m_judge(judge)
        , m_ctx(ctx)
        , m_best(task.best)
    {
        std::ranges::stable_sort(m_candidates, {}, [this](const QuantizerCandidate& one) { return rankOf(one); });
    }

    TunePoint run()
    {
        m_ctx.beginStage("trying single quantizers", 2 * kMostQuantizers * kTriedQuantizers, 0.97, 1.0);
        grow(m_task.start);
        if (!isReached())
            grow(m_task.best);
        else if (m_task.best.overrides.size() > 1)
            growBehindWorst();
        if (isReached())
            replaceLayers();
        return m_best;
    }

private:
    bool isReached() const { return m_best.margin >= 0.0; }

    /// That of the worst layer that it concerns.
    std::size_t rankOf(const QuantizerCandidate& one) const
    {
        const auto found = std::ranges::find_if(
            m_task.ranking, [&one](const TuneOverride& layer) { return one.layers.contains(layer.layer); });
        return std::size_t(found - m_task.ranking.begin());
    }

    /// Nothing for what can't be the answer, which isn't run.
    std::optional<TunePoint> tried(Overrides overrides)
    {
        m_ctx.throwIfCancelled();
        m_ctx.step();
        const bool isTooMany = m_judge.mostOverrides != 0 && overrides.size() > m_judge.mostOverrides;
        if (isTooMany || !m_judge.hasTime() || (isReached() && m_judge.cost(overrides) >= m_best.cost))
            return std::nullopt;
        auto point = m_judge.judge(std::move(overrides));
        if (point && isBetter(*point, m_best))
            m_best = *point;
        return point;
    }

    /// @p base with one quantizer more, and one more, as long as each wins something clearly.
    void grow(TunePoint base)
    {
        for (std::size_t step = 0; step < kMostQuantizers && base.margin < 0.0; ++step) {
            auto next = base;
            for (std::size_t i = 0; i < std::min(kTriedQuantizers, m_candidates.size()); ++i) {
                auto overrides = base.overrides;
                if (has(overrides, m_candidates[i].override))
                    continue;
                overrides.push_back(m_candidates[i].override);
                if (auto point = tried(std::move(overrides)); point && isBetter(*point, next))
                    next = std::move(*point);
            }
            if (!(next.margin > base.margin + m_task.clearly))
                return;
            base = std::move(next);
        }
    }

    /// Single quantizers may do for less what all layers but the worst do.
    void growBehindWorst()
    {
        if (auto base = m_judge.hasTime() ? m_judge.judge({m_task.best.overrides.front()}) : std::nullopt)
            grow(std::move(*base));
    }

    static bool has(const Overrides& overrides, const TuneOverride& one)
    {
        return std::ranges::find(overrides, one.tensor, &TuneOverride::tensor) != overrides.end();
    }

    /// In place of each layer that computes in int16 or float: what it makes and reads, all or one of it.
    void replaceLayers()
    {
        for (const auto& layer : Overrides(m_best.overrides)) {
            if (!layer.tensor.empty() || layer.isScope || layer.action == "per-channel")
                continue;
            auto rest = m_best.overrides;
            std::erase_if(rest,
                          [&](const TuneOverride& one) { return one.tensor.empty() && one.layer == layer.layer; });
            auto all = rest;
            for (const auto& [one, layers] : m_candidates) {
                if (!layers.contains(layer.layer) || has(rest, one))
                    continue;
                auto single = rest;
                single.push_back(one);
                all.push_back(one);
                tried(std::move(single));
            }
            tried(std::move(all));
        }
    }

    const QuantizerTask& m_task;
    std::vector<QuantizerCandidate> m_candidates; ///< most likely to help first
    const SetJudge& m_judge;
    JobContext& m_ctx;
    TunePoint m_best;
};

} // namespace

TunePoint searchScopes(const TunePoint& start, const std::vector<TuneOverride>& scopes, const SetJudge& judge,
                       double clearly, JobContext& ctx)
{
    ctx.beginStage("trying scopes", scopes.size(), 0.88, 0.9);
    auto base = start;
    while (base.margin < 0.0 && judge.hasTime()
           && (judge.mostOverrides == 0 || base.overrides.size() < judge.mostOverrides)) {
        auto best = bestBehind(base, scopes, judge, ctx);
        if (!(best.margin > base.margin + clearly)) // two margins of -inf, too
            break;
        base = std::move(best);
    }
    return base;
}

TunePoint searchQuantizers(const QuantizerTask& task, std::vector<QuantizerCandidate> candidates, const SetJudge& judge,
                           JobContext& ctx)
{
    return QuantizerSearch(task, std::move(candidates), judge, ctx).run();
}

} // namespace ql::analysis
