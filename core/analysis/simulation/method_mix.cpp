// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/method_mix.h"

#include "core/base/order.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace ql::analysis {

namespace {

/// Of what all values cost alone: the others hardly matter, whatever their method.
constexpr double kShareThatMatters = 0.99;

} // namespace

MethodMix::MethodMix(PreparedSimulation& prepared, const FirstSample& sample, const SearchedMethod& base,
                     JobContext& ctx)
    : m_prepared(prepared)
    , m_sample(sample)
    , m_base(base)
    , m_ctx(ctx)
{
}

double MethodMix::lostAlone(const quant::QuantPlan& plan, std::size_t quantizer) const
{
    auto alone = plan;
    std::vector<bool> isKept(plan.quantizers.size());
    for (std::size_t i = 0; i < isKept.size(); ++i)
        isKept[i] = plan.decider(i) == quantizer;
    alone.keepOnly(isKept);
    return 1.0 - m_sample.worstCosine(alone, m_ctx);
}

/// Worst first.
std::vector<MethodMix::Point> MethodMix::sensitivePoints(const quant::QuantPlan& plan) const
{
    const auto asked = quant::planFor(*m_prepared.baseline, m_prepared.settings);
    const auto isChoosable = [&](const quant::PlannedQuantizer& quantizer) {
        const auto found = asked.find(quantizer.value);
        return !quantizer.sameAs && !quantizer.knownRange && found
               && isSearchWord(asked.quantizers[*found].settings.observer.method);
    };
    std::vector<Point> points;
    m_ctx.beginStage("looking for sensitive values", plan.quantizers.size(), 0.7, 0.75);
    double all = 0.0;
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        m_ctx.step();
        if (!isChoosable(plan.quantizers[i]))
            continue;
        points.push_back({i, std::max(0.0, lostAlone(plan, i))});
        all += points.back().lost;
    }
    std::ranges::stable_sort(points, Falling<NaNs::Last>(), &Point::lost);
    double before = 0.0;
    std::erase_if(points, [&](const Point& point) {
        const bool isNegligible = before >= kShareThatMatters * all;
        before += point.lost;
        return isNegligible;
    });
    return points;
}

double MethodMix::improve(quant::QuantPlan& plan, double cosine, const std::vector<SearchedMethod>& methods)
{
    const auto& graph = *m_prepared.baseline;
    auto settings = withMethod(m_prepared.settings, m_base);
    const auto points = sensitivePoints(plan);
    m_ctx.beginStage("mixing calibration methods", points.size(), 0.75, 0.8);
    for (const auto& point : points) {
        const auto quantizer = plan.quantizers[point.quantizer];
        const auto& name = graph.value(quantizer.value).name;
        for (auto method : methods) {
            auto tried = quantizer.settings;
            tried.observer.method = "mix";
            tried.observer.numbers.erase("max_percentile");
            auto one = settings;
            one.values.insert_or_assign(name, tried);
            method.isSymmetric = m_base.isSymmetric;
            one = withMethod(std::move(one), method);
            if (one.values.at(name) == quantizer.settings)
                continue;
            auto mixed = m_prepared.plan(one, m_ctx);
            const double found = m_sample.worstCosine(mixed, m_ctx);
            if (found <= cosine)
                continue;
            cosine = found;
            plan = std::move(mixed);
            settings = std::move(one);
            spdlog::info("Select {} method for {}.", method.name, name);
        }
        m_ctx.step(1, name);
    }
    return cosine;
}

} // namespace ql::analysis
