// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/reproduction.h"

#include "core/quant/planned_points.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace ql::analysis {

namespace {

using quant::QuantizerPoint;
using quant::QuantizerRole;

class PointsCheck {
public:
    PointsCheck(const graph::Graph& baseline, const std::vector<QuantizerPoint>& expected, const quant::QuantPlan& plan)
        : m_baseline(baseline)
        , m_plan(plan)
        , m_found(quant::plannedPoints(baseline, plan))
    {
        for (const auto& point : expected)
            if (point.dtype != "int32")
                m_expected.emplace(point.source, &point);
    }

    Losses differences()
    {
        std::map<graph::ValueId, const QuantizerPoint*> found;
        for (const auto& point : m_found)
            found.emplace(point.source, &point);
        for (const auto& [value, point] : m_expected)
            if (const auto same = found.find(value); same == found.end())
                lose(*point, "{} stays in float");
            else
                compare(*point, *same->second);
        for (std::size_t i = 0; i < m_found.size(); ++i)
            if (!m_expected.contains(m_found[i].source) && !isQuantizedAlready(i))
                lose(m_found[i], "{} is quantized, which the model leaves in float");
        return std::move(m_losses);
    }

private:
    /// What only moves data that is quantized gives the same numbers, quantized once more or not.
    bool isQuantizedAlready(std::size_t index) const
    {
        return m_plan.decider(index) != index && m_expected.contains(m_found[m_plan.decider(index)].source);
    }

    void lose(const QuantizerPoint& point, const char* what)
    {
        m_losses.emplace_back(point.layer, fmt::format(fmt::runtime(what), m_baseline.value(point.source).name));
    }

    void compare(const QuantizerPoint& expected, const QuantizerPoint& found)
    {
        if (expected.role == QuantizerRole::Weight)
            return compareWeight(expected, found);
        if (!expected.parameters || !found.parameters)
            return; // what the data decides was said before
        if (!haveSameRange(*expected.parameters, *found.parameters))
            lose(expected, "{} gets another scale or zero point");
        const auto seesFloat = [&](const quant::Edge& edge) {
            return std::ranges::find(expected.edges, edge) == expected.edges.end();
        };
        if (std::ranges::any_of(found.edges, seesFloat))
            lose(expected, "some readers of {} see it in float in the model");
    }

    /// Unsigned integers with the middle as zero point stand for the same numbers as signed ones.
    static bool haveSameRange(const results::QuantizerInfo& a, const results::QuantizerInfo& b)
    {
        return a.scales.size() == b.scales.size() && a.highest - a.lowest == b.highest - b.lowest
               && float(a.scales.front()) == float(b.scales.front())
               && a.zeroPoints.front() - a.lowest == b.zeroPoints.front() - b.lowest;
    }

    void compareWeight(const QuantizerPoint& expected, const QuantizerPoint& found)
    {
        const auto* weight = m_baseline.constantOf(expected.source);
        if (!weight)
            return;
        const auto floats = ops::toTensor(*weight);
        const auto wanted = expected.apply(floats).data;
        const auto given = found.apply(floats).data;
        if (wanted.sizes() != given.sizes())
            return lose(expected, "{} has another shape in the model");
        const auto differing = (wanted - given).abs() > 1e-6 * wanted.abs().max();
        const auto count = differing.sum().item<std::int64_t>();
        if (count > 0)
            m_losses.emplace_back(expected.layer,
                                  fmt::format("{} of {} numbers of {} are not those of the baseline, rounded", count,
                                              wanted.numel(), m_baseline.value(expected.source).name));
    }

    const graph::Graph& m_baseline;
    std::map<graph::ValueId, const QuantizerPoint*> m_expected;
    const quant::QuantPlan& m_plan;
    const std::vector<QuantizerPoint> m_found;
    Losses m_losses;
};

} // namespace

Losses differencesFrom(const graph::Graph& baseline, const quant::ExtractedPoints& points, const quant::QuantPlan& plan)
{
    return PointsCheck(baseline, points.points, plan).differences();
}

} // namespace ql::analysis
