// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/arithmetic_section.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/compare/pair_findings_section.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/table/number_format.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ql::report {

using results::CompareResult;

namespace {

std::string fact(std::string_view name, const std::string& html)
{
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), html);
}

std::string originFact(const CompareResult& result, const Labels& labels)
{
    if (result.errorOrigin.empty())
        return fact(labels("The error starts at"),
                    escaped(labels("No single layer stands out as the start of the error.")));
    const auto* layer = originLayer(result);
    const auto type = layer
                          ? fmt::format(" <small>{}, {}</small>", escaped(operatorOf(*layer)), escaped(dtypeOf(*layer)))
                          : std::string();
    return fact(labels(result.isOriginMeasured ? "The error starts at" : "The error may start at"),
                fmt::format("<strong class=\"alarm\">{}</strong>{}", escaped(result.errorOrigin), type));
}

std::string findingsFact(const CompareResult& result, const Labels& labels)
{
    using Severity = results::Severity;
    std::array<std::size_t, 3> counts{};
    for (const auto& layer : result.layers)
        for (const auto& finding : layer.advice)
            ++counts.at(std::size_t(finding.severity));
    std::string html;
    for (const auto severity : {Severity::Error, Severity::Warning, Severity::Info})
        html += fmt::format("{} {} &nbsp; ", severityMark(severity, labels), counts.at(std::size_t(severity)));
    return fact(labels("Findings"), html);
}

std::string variantFact(const CompareResult& result, const Labels& labels)
{
    return result.variant ? fact(labels("Variant"), escaped(sentenceIn(variantSentence(*result.variant), labels)))
                          : std::string();
}

std::string layersFact(const CompareResult& result, const Labels& labels)
{
    const auto compared = std::count_if(result.layers.begin(), result.layers.end(),
                                        [](const results::LayerRow& layer) { return layer.metrics.has_value(); });
    return fact(labels("Layers compared"), fmt::format("{} / {}", compared, result.layers.size()));
}

std::string accuracyFact(const results::ResultParts& parts, const Labels& labels)
{
    std::string html;
    for (const auto& [accuracy, side] :
         {std::pair(parts.baselineAccuracy, "baseline"), std::pair(parts.analysisAccuracy, "analysis")})
        if (accuracy)
            html += fmt::format("<span class=\"key {}\"></span>{} {:.1f} % <small>({} / {})</small> &nbsp; ", side,
                                escaped(labels(side)), accuracy->accuracy() * 100.0, accuracy->correctCount,
                                accuracy->labels.size());
    return html.empty() ? html : fact(labels("Accuracy"), html);
}

std::string outputsTable(const CompareResult& result, const Labels& labels)
{
    using results::OutputComparison;
    const results::BadnessScale scale(result);
    Columns<OutputComparison> columns{{labels("Output"), kLeft, &OutputComparison::name},
                                      {labels("Shape"), kLeft, [&labels](const auto& output) {
                                           return output.metrics || output.strings
                                                      ? shapeText(output.shape)
                                                      : std::string(labels("shapes differ"));
                                       }}};
    if (std::ranges::any_of(result.outputs, [](const auto& output) { return output.worstSlice.has_value(); })) {
        columns.push_back({labels("Worst slice (dB)"), kRight, [scale](const auto& output) {
                               const auto& worst = output.worstSlice;
                               return worst ? Cell(worst->sqnrDb, scale.badness(results::MetricId::Sqnr, worst->sqnrDb))
                                            : Cell("");
                           }});
        columns.push_back({labels("Worst slice"), kLeft, [](const auto& output) {
                               return output.worstSlice ? output.worstSlice->slice : std::string();
                           }});
    }
    for (const auto metric : results::kAllMetrics)
        if (metric != results::MetricId::MaxQscaleDiff)
            columns.push_back(metricColumn(labels(metric), &OutputComparison::metrics, metric, scale));
    return fmt::format("<h3>{}</h3>\n", escaped(labels("Model outputs")))
           + pageTable("outputs sortable", columns, result.outputs);
}

} // namespace

std::string summarySection(const results::ResultParts& parts, const Labels& labels)
{
    const auto names = parts.models();
    std::string html = "<dl class=\"facts\">\n";
    const bool isOne = names.baseline.empty();
    if (!isOne)
        html += fact(labels("Baseline model"), "<span class=\"key baseline\"></span>" + escaped(names.baseline));
    if (!names.analysis.empty())
        html += fact(labels(isOne ? "Model" : "Analysis model"),
                     "<span class=\"key analysis\"></span>" + escaped(names.analysis));
    html += accuracyFact(parts, labels);
    const auto comparison = parts.first<results::CompareResult>();
    if (comparison)
        html += variantFact(*comparison, labels) + originFact(*comparison, labels) + findingsFact(*comparison, labels)
                + layersFact(*comparison, labels);
    html += "</dl>\n";
    if (comparison && comparison->arithmetics)
        html += arithmeticTable(*comparison->arithmetics, labels);
    return comparison ? html + pairFindingsTable(*comparison, labels) + outputsTable(*comparison, labels) : html;
}

} // namespace ql::report
