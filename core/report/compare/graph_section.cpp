// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_text.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/number_format.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

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
    auto html = fmt::format("<label>{} <select id=\"metric\">", escaped(labels(Label::Metric)));
    for (const auto metric : kColumns)
        html += fmt::format("<option value=\"{}\"{}>{}</option>", results::key(metric),
                            metric == kFirstMetric ? " selected" : "", escaped(labels(metric)));
    return html + "</select></label>\n";
}

std::string tools(const Labels& labels)
{
    return "<p class=\"tools\">" + metricChooser(labels)
           + fmt::format("<label>{} <input type=\"search\" id=\"find\"></label>\n", escaped(labels(Label::Find)))
           + fmt::format("<span class=\"legend\" data-none=\"{}\"></span></p>\n", escaped(labels(Label::NoMetric)));
}

std::optional<double> onlyScale(const LayerRow& layer)
{
    const bool isOne = layer.quantizer && !layer.quantizer->isPerChannel() && !layer.quantizer->scales.empty();
    return isOne ? std::optional(layer.quantizer->scales.front()) : std::nullopt;
}

std::string rulesCell(const LayerRow& layer, const Labels& labels)
{
    std::string html;
    for (const auto& finding : layer.advice)
        html += fmt::format("<span class=\"severity {}\" title=\"{}\">{}</span> ", severityKey(finding.severity),
                            escaped(severityWord(labels, finding.severity)), escaped(labels.rule(finding.rule)));
    return "<td class=\"rules\">" + html + "</td>";
}

std::string layerCells(const LayerRow& layer, const results::BadnessScale& scale, const Labels& labels)
{
    std::string html = fmt::format("<td class=\"n\" data-v=\"{0}\">{0}</td>", layer.index) + nameCell(layer.name)
                       + textCell(operatorOf(layer)) + textCell(dtypeOf(layer));
    for (const auto metric : kColumns)
        html += metricCell(layer.metrics, metric, scale);
    return html + numberCell(onlyScale(layer)) + countCell(layer.clampedCount)
           + textCell(stateWord(labels, layer.state)) + rulesCell(layer, labels);
}

std::vector<Header> layerHeaders(const Labels& labels)
{
    std::vector<Header> headers{{"#", true}, {labels(Label::Layer)}, {labels(Label::Operator)}, {labels(Label::Dtype)}};
    for (const auto metric : kColumns)
        headers.push_back({labels(metric), true, worstSide(results::isLowWorst(metric)), results::key(metric)});
    headers.push_back({labels(Label::Scale), true});
    headers.push_back({labels(Label::Clamped), true, worstSide(false)});
    headers.push_back({labels(Label::State)});
    headers.push_back({labels(Label::Findings)});
    return headers;
}

std::string layersTable(const CompareResult& result, const Labels& labels)
{
    const results::BadnessScale scale(result);
    auto html = tableHead("layers sortable", layerHeaders(labels));
    for (const auto* layer : sortedLayers(result, {kFirstMetric, 0}))
        html += fmt::format("<tr data-layer=\"{}\"{}>{}</tr>\n", layer - result.layers.data(),
                            layer->name == result.errorOrigin && !layer->name.empty() ? " data-origin" : "",
                            layerCells(*layer, scale, labels));
    return html + std::string(kTableEnd);
}

} // namespace

std::string graphSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto comparison = parts.first<results::CompareResult>();
    if (!comparison)
        return {};
    auto html = fmt::format("<p class=\"help\">{}</p>\n", escaped(labels(Label::GraphWiseHelp))) + tools(labels);
    html += "<div class=\"strips\">\n";
    for (const auto metric : kColumns)
        html += stripChart(*comparison, metric, labels, metric == kFirstMetric);
    return html + "</div>\n" + layersTable(*comparison, labels)
           + fmt::format("<div id=\"picked\" aria-live=\"polite\"><p class=\"help\">{}</p></div>\n",
                         escaped(labels(Label::PickLayer)));
}

} // namespace ql::report
