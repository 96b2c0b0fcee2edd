// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/weights_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::MetricId;
using results::TensorStatistics;
using results::WeightRow;
using results::WeightSide;

namespace {

constexpr MetricId kMetrics[]{MetricId::Sqnr, MetricId::Cosine, MetricId::Atol, MetricId::RelL2};

std::vector<const WeightRow*> worstFirst(const results::WeightsResult& result)
{
    std::vector<const WeightRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [](const WeightRow* a, const WeightRow* b) {
        if (!a->metrics || !b->metrics)
            return a->metrics.has_value() && !b->metrics.has_value();
        return isWorse(MetricId::Sqnr, a->metrics->sqnrDb, b->metrics->sqnrDb);
    });
    return rows;
}

results::BadnessScale scaleOf(const results::WeightsResult& result)
{
    results::BadnessScale scale;
    for (const auto& row : result.rows)
        for (const auto metric : kMetrics)
            if (const auto value = row.metrics ? results::valueOf(*row.metrics, metric) : std::nullopt)
                scale.see(metric, *value);
    return scale;
}

std::string headMarkup(const Labels& labels)
{
    std::vector<Header> headers{{"#", true},
                                {labels(Label::Weight)},
                                {labels(Label::Layer)},
                                {labels(Label::Dtype)},
                                {labels(Label::Granularity)}};
    for (const auto metric : kMetrics)
        headers.push_back({labels(metric), true, worstSide(results::isLowWorst(metric))});
    headers.push_back({labels(Label::WorstChannel), true});
    headers.push_back({labels(Label::WorstChannelValue), true, worstSide(true)});
    std::vector<std::string> ranges;
    for (const auto side : {Label::Baseline, Label::Analysis})
        for (const auto end : {Label::Min, Label::Max})
            ranges.push_back(fmt::format("{}, {}", labels(end), labels(side)));
    for (const auto& range : ranges)
        headers.push_back({range, true});
    headers.push_back({labels(Label::State)});
    return tableHead("weights sortable", headers);
}

std::string rangeCells(const WeightSide& side)
{
    const auto measured = [&side](double TensorStatistics::*field) {
        return side.statistics.count > 0 ? std::optional(side.statistics.*field) : std::nullopt;
    };
    return numberCell(measured(&TensorStatistics::min)) + numberCell(measured(&TensorStatistics::max));
}

std::string rowMarkup(const WeightRow& row, const results::BadnessScale& scale, const Labels& labels)
{
    auto html = fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", row.index) + nameCell(row.name())
                + textCell(row.layer()) + textCell(row.analysis.dtype) + textCell(row.granularity);
    for (const auto metric : kMetrics)
        html += metricCell(row.metrics, metric, scale);
    const auto* worst = row.worstChannel();
    html += worst ? fmt::format("<td class=\"n\" data-v=\"{0}\">{0}</td>", worst->channel) : numberCell({});
    html += worst ? barCell(worst->sqnrDb, scale.badness(MetricId::Sqnr, worst->sqnrDb)) : numberCell({});
    html += rangeCells(row.baseline) + rangeCells(row.analysis);
    return html + textCell(labels(row.metrics ? Label::Compared : Label::NoMetric)) + "</tr>\n";
}

} // namespace

std::string weightsSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto result = parts.first<results::WeightsResult>();
    if (!result)
        return {};
    const auto scale = scaleOf(*result);
    auto html = headMarkup(labels);
    for (const auto* row : worstFirst(*result))
        html += rowMarkup(*row, scale, labels);
    return html + std::string(kTableEnd);
}

} // namespace ql::report
