// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/cause_shares.h"
#include "core/report/html/iteration_paragraphs.h"
#include "core/report/table/number_format.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::MetricId;

namespace {

constexpr MetricId kFirstMetric = MetricId::Sqnr;
/// What people look at first stands first.
constexpr MetricId kColumns[]{MetricId::Sqnr,  MetricId::Cosine, MetricId::MaxQscaleDiff,
                              MetricId::Atol,  MetricId::L1,     MetricId::Mse,
                              MetricId::RelL2, MetricId::Kl,     MetricId::Js};

std::string metricChooser(const Labels& labels)
{
    auto html = fmt::format("<label>{} <select id=\"metric\">", escaped(labels("Metric")));
    for (const auto metric : kColumns)
        html += fmt::format("<option value=\"{}\"{}>{}</option>", results::key(metric),
                            metric == kFirstMetric ? " selected" : "", escaped(labels(metric)));
    return html + "</select></label>\n";
}

std::string tools(const Labels& labels)
{
    return "<p class=\"tools\">" + metricChooser(labels)
           + fmt::format("<label>{} <input type=\"search\" id=\"find\"></label>\n", escaped(labels("Find a layer")))
           + fmt::format("<span class=\"legend\" data-none=\"{}\"></span></p>\n", escaped(labels("not compared")));
}

std::optional<double> onlyScale(const LayerRow& layer)
{
    const bool isOne = layer.quantizer && !layer.quantizer->isPerChannel() && !layer.quantizer->scales.empty();
    return isOne ? std::optional(layer.quantizer->scales.front()) : std::nullopt;
}

Cell rulesCell(const LayerRow& layer, const Labels& labels)
{
    std::string html;
    for (const auto& finding : layer.advice)
        html += fmt::format("<span class=\"severity {}\" title=\"{}\">{}</span> ", keyOf(finding.severity),
                            escaped(severityWord(labels, finding.severity)), escaped(ruleTitle(finding, labels)));
    return {Cell::Kind::Markup, "<td class=\"rules\">" + html + "</td>"};
}

std::string stateCell(const LayerRow& layer, const Labels& labels)
{
    auto words = stateWord(labels, layer.state);
    if (layer.strings)
        words += fmt::format(" ({} / {})", layer.strings->equal, layer.strings->elements);
    return words;
}

Columns<LayerRow> columnsOf(const CompareResult& result, const Labels& labels)
{
    const results::BadnessScale scale(result);
    Columns<LayerRow> columns{
        {"#", kRight, &LayerRow::index},
        {labels("Layer"), kLeft, [](const auto& layer) { return Cell(Cell::Kind::Name, layer.name); }},
        {labels("Operator"), kLeft, operatorOf<LayerRow>},
        {labels("Type"), kLeft, dtypeOf<LayerRow>}};
    for (const auto metric : kColumns) {
        columns.push_back(metricColumn(labels(metric), &LayerRow::metrics, metric, scale));
        columns.back().metric = keyOf(metric);
    }
    columns.push_back({labels("Scale"), kRight, onlyScale});
    columns.push_back(
        {labels("Local (dB)"), kRight, [](const auto& layer) { return Cell(localDbOf(layer)); }, worstSide(true)});
    columns.push_back({labels("clamped"), kRight,
                       [](const auto& layer) { return Cell(layer.clampedCount, Cell::Kind::Count); },
                       worstSide(false)});
    const auto isInBody = [](const LayerRow& layer) { return !layer.body.empty(); };
    if (std::ranges::any_of(result.layers, isInBody))
        columns.push_back(
            {labels("Body"), kLeft, [](const auto& layer) { return Cell(Cell::Kind::Name, layer.body); }});
    columns.push_back({labels("State"), kLeft, [&](const auto& layer) { return stateCell(layer, labels); }});
    columns.push_back({labels("Findings"), kLeft, [&](const auto& layer) { return rulesCell(layer, labels); }});
    return columns;
}

std::string layersTable(const CompareResult& result, const Labels& labels)
{
    return pageTable<LayerRow>("layers sortable", columnsOf(result, labels), sortedLayers(result, {kFirstMetric, 0}),
                               [&result](const LayerRow& layer) {
                                   const bool isOrigin = layer.name == result.errorOrigin && !layer.name.empty();
                                   return fmt::format(" data-layer=\"{}\"{}", &layer - result.layers.data(),
                                                      isOrigin ? " data-origin" : "");
                               });
}

} // namespace

std::string layerStripsSection(const CompareResult& result, const Labels& labels)
{
    auto html = fmt::format("<p class=\"help\">{}</p>\n",
                            escaped(labels("Both models run on the same input; every layer's value is compared. Click "
                                           "a header to sort, a row or a point to see the layer.")))
                + tools(labels);
    html += "<div class=\"strips\">\n";
    for (const auto metric : kColumns)
        html += stripChart(result, metric, labels, metric == kFirstMetric);
    return html + "</div>\n" + leftOutParagraphs(result.layers, labels) + layersTable(result, labels)
           + fmt::format("<div id=\"picked\" aria-live=\"polite\"><p class=\"help\">{}</p></div>\n",
                         escaped(labels("Pick a layer to see its distribution.")));
}

} // namespace ql::report
