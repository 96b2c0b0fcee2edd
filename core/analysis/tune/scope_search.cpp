// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/scope_search.h"

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

} // namespace

TunePoint searchScopes(const TunePoint& start, const std::vector<TuneOverride>& scopes, const SetJudge& judge,
                       double clearly, JobContext& ctx)
{
    ctx.beginStage("trying scopes", scopes.size(), 0.88, 0.9);
    auto base = start;
    while (base.margin < 0.0 && judge.hasTime()
           && (judge.mostOverrides == 0 || base.overrides.size() < judge.mostOverrides)) {
        auto best = bestBehind(base, scopes, judge, ctx);
        if (best.margin < base.margin + clearly)
            break;
        base = std::move(best);
    }
    return base;
}

} // namespace ql::analysis
