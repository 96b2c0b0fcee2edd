// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/shadow_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::MetricId;
using results::Metrics;
using results::ShadowRow;

namespace {

constexpr MetricId kMetrics[]{MetricId::Sqnr, MetricId::Cosine, MetricId::MaxQscaleDiff};

std::vector<const ShadowRow*> worstFirst(const results::ShadowResult& result)
{
    std::vector<const ShadowRow*> rows;
    for (const auto& row : result.rows)
        rows.push_back(&row);
    std::ranges::stable_sort(rows, [](const ShadowRow* a, const ShadowRow* b) {
        const auto& left = a->onBaselineInputs;
        const auto& right = b->onBaselineInputs;
        return left && right ? isWorse(MetricId::Sqnr, left->sqnrDb, right->sqnrDb) : left && !right;
    });
    return rows;
}

results::BadnessScale scaleOf(const results::ShadowResult& result)
{
    results::BadnessScale scale;
    for (const auto& row : result.rows)
        for (const auto* metrics : {&row.onBaselineInputs, &row.onAnalysisInputs, &row.accumulated})
            for (const auto metric : kMetrics)
                if (const auto value = *metrics ? results::valueOf(**metrics, metric) : std::nullopt)
                    scale.see(metric, *value);
    return scale;
}

Label stateOf(ShadowRow::State state)
{
    switch (state) {
    case ShadowRow::State::Compared: return Label::Compared;
    case ShadowRow::State::ShapeMismatch: return Label::Mismatch;
    case ShadowRow::State::Failed: return Label::NoMetric;
    case ShadowRow::State::UnmatchedBaseline:
    case ShadowRow::State::UnmatchedAnalysis: return Label::NoPartner;
    }
    return Label::NoMetric;
}

std::string headMarkup(const Labels& labels)
{
    std::vector<Header> headers{{"#", true}, {labels(Label::Layer)}, {labels(Label::Operator)}, {labels(Label::Dtype)}};
    for (const auto metric : kMetrics)
        headers.push_back({labels(metric), true, worstSide(results::isLowWorst(metric))});
    headers.push_back({labels(Label::OnAnalysisInputs), true, worstSide(true)});
    headers.push_back({labels(Label::Accumulated), true, worstSide(true)});
    headers.push_back({labels(Label::State)});
    return tableHead("shadow sortable", headers);
}

std::string rowMarkup(const ShadowRow& row, const results::BadnessScale& scale, const Labels& labels)
{
    const auto& type = row.analysis.opType.empty() ? row.baseline.opType : row.analysis.opType;
    auto html = fmt::format("<tr><td class=\"n\" data-v=\"{0}\">{0}</td>", row.index) + nameCell(row.name)
                + textCell(type) + textCell(row.quantizer ? row.quantizer->dtype : row.analysis.dtype);
    for (const auto metric : kMetrics)
        html += metricCell(row.onBaselineInputs, metric, scale);
    html +=
        metricCell(row.onAnalysisInputs, MetricId::Sqnr, scale) + metricCell(row.accumulated, MetricId::Sqnr, scale);
    return html + textCell(labels(stateOf(row.state))) + "</tr>\n";
}

} // namespace

std::string shadowSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto result = parts.first<results::ShadowResult>();
    if (!result)
        return {};
    const auto scale = scaleOf(*result);
    auto html = fmt::format("<p class=\"help\">{}</p>\n", escaped(labels(Label::ShadowHelp))) + headMarkup(labels);
    for (const auto* row : worstFirst(*result))
        html += rowMarkup(*row, scale, labels);
    return html + std::string(kTableEnd);
}

} // namespace ql::report
