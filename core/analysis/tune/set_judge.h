// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tune/candidates.h"
#include "core/base/job_context.h"
#include "core/base/order.h"
#include "core/results/tune_result.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// What a search asks about sets of overrides.
struct SetJudge {
    /// Nothing for a set that can't be.
    std::function<std::optional<results::TunePoint>(std::vector<results::TuneOverride>)> judge;
    /// Whether that one alone can be, without running it.
    std::function<bool(const results::TuneOverride&)> isAllowed;
    /// What it costs, without running it.
    std::function<double(const std::vector<results::TuneOverride>&)> cost;
    std::function<bool()> hasTime;
    std::size_t mostOverrides = 0; ///< 0 = as many as it takes
};

/// What a set wins over another, by the metric that is tuned for.
struct Gain {
    double decibels;
    double cosine;
    double
        share; ///< of what quantization does to a number whose unit nobody knows: a judge's, or one that is 0 at best

    double in(const results::TuneResult& result) const
    {
        if (result.metric == results::MetricId::Cosine)
            return cosine;
        if (result.metric == results::MetricId::Sqnr)
            return decibels;
        const double lost = std::abs(result.floatMetric.value_or(0.0) - result.start.metric);
        return std::isfinite(lost) ? share * lost : 0.0;
    }
};

/// What reaches the targets cheaply before what reaches them at all before what comes nearer.
inline bool isBetter(const results::TunePoint& a, const results::TunePoint& b)
{
    if (a.margin >= 0.0 && b.margin >= 0.0)
        return a.cost < b.cost;
    return a.margin > b.margin;
}

/// Not the other way round: margins of -inf, of outputs that no set makes measurable, win nothing over each other.
inline bool isBeyond(const results::TunePoint& point, double margin)
{
    return point.margin > margin;
}

/// Adds @p point to @p points, of rising cost, unless one of them is as cheap and as good; drops what it beats.
inline void addToFront(std::vector<results::TunePoint>& points, const results::TunePoint& point)
{
    const auto beats = [](const results::TunePoint& a, const results::TunePoint& b) {
        return a.cost <= b.cost && a.margin >= b.margin;
    };
    if (std::ranges::any_of(points, [&](const auto& known) { return beats(known, point); }))
        return;
    std::erase_if(points, [&](const auto& known) { return beats(point, known); });
    points.insert(std::ranges::upper_bound(points, point.cost, Rising<NaNs::Last>(), &results::TunePoint::cost), point);
}

/// Whether one of @p overrides is about the whole of @p layer.
inline bool names(const std::vector<results::TuneOverride>& overrides, const std::string& layer)
{
    return std::ranges::any_of(overrides, [&](const results::TuneOverride& one) {
        return (!one.isScope && one.tensor.empty() && one.layer == layer)
               || std::ranges::find(one.followers, layer) != one.followers.end();
    });
}

/// Begins with everything in float and quantizes layers as long as the targets hold, those first that do least harm
/// alone; then goes on with those between, and with int16 in place of float. Layers that hide each other are no
/// obstacle: nothing is decided by what one layer in float wins. @p ranking is worst first. Nothing where the targets
/// don't hold even with a single layer quantized.
std::optional<results::TunePoint> searchForward(const std::vector<results::TuneOverride>& ranking,
                                                const SetJudge& judge, JobContext& ctx);

/// @p start with whole @p scopes in float, one after the other: each time the cheapest that reaches the target, or
/// else the one that comes nearest, as long as that wins more than @p clearly.
results::TunePoint searchScopes(const results::TunePoint& start, const std::vector<results::TuneOverride>& scopes,
                                const SetJudge& judge, double clearly, JobContext& ctx);

/// Each of @p tails (tailsOf) in float, as the rule of thumb tries first; its layers are described by @p ranking. What
/// it gives is told whether it helps or not; a tail that can't be, or is more than may be overridden, is left out.
std::vector<results::TunePoint> judgedTails(const std::vector<std::vector<std::string>>& tails,
                                            const std::vector<results::TuneOverride>& ranking, const SetJudge& judge);

/// What the search among layers left to be found among single quantizers.
struct QuantizerTask {
    results::TunePoint start;                   ///< without overrides
    results::TunePoint best;                    ///< among sets of layers and scopes
    double clearly = 0.0;                       ///< what one more override must win
    std::vector<results::TuneOverride> ranking; ///< layers, worst first: whose quantizers are tried first
};

/// Puts single quantizers in int16, which is less than their layers: from @p task.start on, one after the other; from
/// task.best on where that doesn't reach the targets; and in place of its layers, or of all but the worst of them,
/// where it does. Only what is cheaper than the best that reaches them is tried. Gives task.best unless something is
/// better.
results::TunePoint searchQuantizers(const QuantizerTask& task, std::vector<QuantizerCandidate> candidates,
                                    const SetJudge& judge, JobContext& ctx);

} // namespace ql::analysis
