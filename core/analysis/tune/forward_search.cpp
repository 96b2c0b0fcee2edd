// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/set_judge.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::TuneOverride;
using results::TunePoint;
using Overrides = std::vector<TuneOverride>;

class ForwardSearch {
public:
    ForwardSearch(const SetJudge& judge, JobContext& ctx)
        : m_judge(judge)
        , m_ctx(ctx)
    {
    }

    std::optional<TunePoint> run(const Overrides& ranking)
    {
        m_ctx.beginStage("searching from float", ranking.size(), 0.6, 0.9);
        if (searchScalesPerChannel(raised(ranking, {"per-channel"})))
            return m_best;
        const auto all = raised(ranking, {"skip", "int16"});
        if (!begin(all))
            return std::nullopt;
        shortenPrefix(all);
        dropChunks();
        lower("int16");
        lower("per-channel");
        return m_best;
    }

private:
    /// A network wholly in float is none to tune: the last of the ranking is quantized, as well as it may be, or where
    /// that alone is no quantization (a clamp) the one before it; where no such set can be, the last of them are in
    /// 8 bits.
    bool begin(const Overrides& all)
    {
        for (auto i = all.size(); i-- > 0 && m_judge.hasTime();) {
            bool isAny = false;
            for (const char* action : {"int16", "per-channel"}) {
                auto narrower = all;
                narrower[i].action = action;
                const bool isOne = m_judge.isAllowed(narrower[i]) && beginWith(std::move(narrower));
                if (isOne && m_best.margin >= 0.0)
                    return true;
                isAny = isAny || isOne;
            }
            if (isAny)
                return false;
        }
        for (auto count = all.size(); count > 0 && m_judge.hasTime(); --count)
            if (beginWith(prefix(all, count)))
                return m_best.margin >= 0.0;
        return false;
    }

    /// Whether the set can be.
    bool beginWith(Overrides overrides)
    {
        auto point = m_judge.judge(std::move(overrides));
        if (point)
            m_best = std::move(*point);
        return point.has_value();
    }

    /// They cost next to nothing.
    bool searchScalesPerChannel(const Overrides& all)
    {
        if (all.empty() || !m_judge.hasTime() || !reach(all))
            return false;
        shortenPrefix(all);
        dropChunks();
        return true;
    }

    /// Every layer with the first of @p actions that is allowed for it, with the last where it alone quantizes nothing:
    /// a Relu in float leaves the convolution before it a quantizer of its own. Those that none is allowed for stay as
    /// they are.
    Overrides raised(const Overrides& ranking, std::vector<const char*> actions) const
    {
        Overrides all;
        for (auto one : ranking) {
            auto own = actions;
            if (!std::isfinite(one.alone))
                std::ranges::reverse(own);
            for (const char* action : own) {
                one.action = action;
                if (!m_judge.isAllowed(one))
                    continue;
                all.push_back(one);
                break;
            }
        }
        return all;
    }

    static Overrides prefix(const Overrides& all, std::size_t count)
    {
        return {all.begin(), all.begin() + std::ptrdiff_t(count)};
    }

    /// Takes the set if the targets hold with it.
    bool reach(Overrides overrides)
    {
        m_ctx.throwIfCancelled();
        auto point = m_judge.judge(std::move(overrides));
        if (!point || point->margin < 0.0)
            return false;
        m_best = std::move(*point);
        return true;
    }

    /// The fewest of the worst that must stay in float, if more never hurts; else few of them.
    void shortenPrefix(const Overrides& all)
    {
        std::size_t tooFew = 0;
        while (m_best.overrides.size() > tooFew + 1 && m_judge.hasTime()) {
            const auto middle = (tooFew + m_best.overrides.size()) / 2;
            if (!reach(prefix(all, middle)))
                tooFew = middle;
        }
    }

    /// Calls @p change with parts of the set, halves first and single ones last, from the least harmful on; a change
    /// that holds stays.
    template <typename Change>
    void inChunks(const Change& change)
    {
        for (auto size = m_best.overrides.size(); size > 0; size /= 2)
            for (auto end = m_best.overrides.size(); end > 0 && m_judge.hasTime();) {
                const auto begin = end - std::min(size, end);
                auto changed = m_best.overrides;
                if (change(changed, begin, end))
                    reach(std::move(changed));
                end = begin;
            }
    }

    void dropChunks()
    {
        inChunks([](Overrides& set, std::size_t begin, std::size_t end) {
            set.erase(set.begin() + std::ptrdiff_t(begin), set.begin() + std::ptrdiff_t(end));
            return true;
        });
    }

    void lower(const char* action)
    {
        inChunks([&](Overrides& set, std::size_t begin, std::size_t end) {
            bool isChanged = false;
            for (auto i = begin; i < end; ++i) {
                auto one = set[i];
                one.action = action;
                if (set[i].action == action || !m_judge.isAllowed(one))
                    continue;
                set[i] = std::move(one);
                isChanged = true;
            }
            return isChanged;
        });
    }

    const SetJudge& m_judge;
    JobContext& m_ctx;
    TunePoint m_best;
};

} // namespace

std::optional<TunePoint> searchForward(const Overrides& ranking, const SetJudge& judge, JobContext& ctx)
{
    return ForwardSearch(judge, ctx).run(ranking);
}

} // namespace ql::analysis
