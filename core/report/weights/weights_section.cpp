// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/diff/diff_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/results/weights_result.h"

namespace ql::report {

using results::MetricId;
using results::WeightRow;
using results::WeightsResult;
using Statistics = results::TensorStatistics;

namespace {

constexpr MetricId kMetrics[]{MetricId::Sqnr, MetricId::Cosine, MetricId::Atol, MetricId::RelL2};

results::BadnessScale scaleOf(const WeightsResult& result)
{
    results::BadnessScale scale;
    for (const auto& row : result.rows)
        for (const auto metric : kMetrics)
            if (const auto value = valueOf(row.metrics, metric))
                scale.see(metric, *value);
    return scale;
}

Columns<WeightRow> columnsOf(const WeightsResult& result, const Labels& labels)
{
    const auto scale = scaleOf(result);
    Columns<WeightRow> columns{
        {labels("Number"), kRight, &WeightRow::index},
        {labels("weight"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.name()); }},
        {labels("Layer"), kLeft, &WeightRow::layer},
        {labels("Type"), kLeft, [](const auto& row) { return row.analysis.dtype; }},
        {labels("Granularity"), kLeft, &WeightRow::granularity}};
    for (const auto metric : kMetrics)
        columns.push_back(metricColumn(labels(metric), &WeightRow::metrics, metric, scale));
    columns.push_back({labels("Worst channel"), kRight, [](const auto& row) {
                           return row.worstChannel() ? Cell(row.worstChannel()->channel)
                                                     : Cell(std::optional<double>());
                       }});
    columns.push_back({labels("Its SQNR (dB)"), kRight,
                       [scale](const auto& row) {
                           const auto* worst = row.worstChannel();
                           return worst ? Cell(worst->sqnrDb, scale.badness(MetricId::Sqnr, worst->sqnrDb))
                                        : Cell(std::optional<double>());
                       },
                       worstSide(true)});
    for (const auto& [label, side] :
         {std::pair("baseline", &WeightRow::baseline), std::pair("analysis", &WeightRow::analysis)})
        for (const auto& [end, field] : {std::pair("min", &Statistics::min), std::pair("max", &Statistics::max)})
            columns.push_back({fmt::format("{}, {}", labels(end), labels(label)), kRight,
                               [side, field](const auto& row) { return measured((row.*side).statistics, field); }});
    columns.push_back({labels("State"), kLeft,
                       [&labels](const auto& row) { return labels(row.metrics ? "compared" : "not compared"); }});
    return columns;
}

constexpr std::size_t kShownWeights = 6;

/// What a figure says of a layer's values, of a weight's.
results::LayerRow asLayer(const WeightRow& row)
{
    const auto side = [](const results::WeightSide& weight) {
        return results::LayerSide{.value = weight.name,
                                  .node = weight.layer,
                                  .opType = weight.opType,
                                  .dtype = weight.dtype,
                                  .statistics = weight.statistics};
    };
    results::LayerRow layer;
    layer.name = row.name();
    layer.baseline = side(row.baseline);
    layer.analysis = side(row.analysis);
    layer.quantizer = row.quantizer;
    layer.histogram = row.histogram;
    return layer;
}

/// The worst weights; all are in the document.
std::string histograms(const WeightsResult& result, const Labels& labels)
{
    std::string html;
    for (const auto* row : chosenRows(result.rows, &WeightRow::metrics, {MetricId::Sqnr, kShownWeights}))
        html += histogramFigure(asLayer(*row), "weight-" + std::to_string(row->index), labels, true);
    return html.empty() ? html : "<div class=\"figures\">\n" + html + "</div>\n";
}

std::string section(const WeightsResult& result, const Labels& labels)
{
    return pageTable("weights sortable", columnsOf(result, labels),
                     chosenRows(result.rows, &WeightRow::metrics, {MetricId::Sqnr, 0}))
           + histograms(result, labels);
}

/// Weights have no outputs.
void measure(const WeightsResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table);
    for (const auto& row : result.rows)
        table.addRow(row.name(), valueOf(row.metrics, metric));
}

} // namespace

const AnalysisReport& weightsReport()
{
    static const AnalysisReport kReport{
        "weights",
        readPart<WeightsResult>,
        {{80, "weights", "Weights: before and after quantization", sectionOf<WeightsResult, section>}},
        measureEach<WeightsResult, measure>,
        resultSchema<WeightsResult>};
    return kReport;
}

} // namespace ql::report
