// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_text.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/number_format.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"

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

std::string metricChooser(const Words& words)
{
    auto html = fmt::format("<label>{} <select id=\"metric\">", escaped(words(Word::Metric)));
    for (const auto metric : kColumns)
        html += fmt::format("<option value=\"{}\"{}>{}</option>", results::key(metric),
                            metric == kFirstMetric ? " selected" : "", escaped(words(metric)));
    return html + "</select></label>\n";
}

std::string tools(const Words& words)
{
    return "<p class=\"tools\">" + metricChooser(words)
           + fmt::format("<label>{} <input type=\"search\" id=\"find\"></label>\n", escaped(words(Word::Find)))
           + fmt::format("<span class=\"legend\" data-none=\"{}\"></span></p>\n", escaped(words(Word::NoMetric)));
}

std::optional<double> onlyScale(const LayerRow& layer)
{
    const bool isOne = layer.quantizer && !layer.quantizer->isPerChannel() && !layer.quantizer->scales.empty();
    return isOne ? std::optional(layer.quantizer->scales.front()) : std::nullopt;
}

std::string rulesCell(const LayerRow& layer, const Words& words)
{
    std::string html;
    for (const auto& finding : layer.advice)
        html += fmt::format("<span class=\"severity {}\" title=\"{}\">{}</span> ", severityKey(finding.severity),
                            escaped(severityWord(words, finding.severity)), escaped(words.rule(finding.rule)));
    return "<td class=\"rules\">" + html + "</td>";
}

std::string layerCells(const LayerRow& layer, const results::BadnessScale& scale, const Words& words)
{
    std::string html = fmt::format("<td class=\"n\" data-v=\"{0}\">{0}</td>", layer.index) + nameCell(layer.name)
                       + textCell(operatorOf(layer)) + textCell(dtypeOf(layer));
    for (const auto metric : kColumns)
        html += metricCell(layer.metrics, metric, scale);
    return html + numberCell(onlyScale(layer)) + countCell(layer.clampedCount) + textCell(stateWord(words, layer.state))
           + rulesCell(layer, words);
}

std::vector<Header> layerHeaders(const Words& words)
{
    std::vector<Header> headers{{"#", true}, {words(Word::Layer)}, {words(Word::Operator)}, {words(Word::Dtype)}};
    for (const auto metric : kColumns)
        headers.push_back({words(metric), true, worstSide(results::isLowWorst(metric)), results::key(metric)});
    headers.push_back({words(Word::Scale), true});
    headers.push_back({words(Word::Clamped), true, worstSide(false)});
    headers.push_back({words(Word::State)});
    headers.push_back({words(Word::Findings)});
    return headers;
}

std::string layersTable(const CompareResult& result, const Words& words)
{
    const results::BadnessScale scale(result);
    auto html = tableHead("layers sortable", layerHeaders(words));
    for (const auto* layer : sortedLayers(result, {kFirstMetric, 0}))
        html += fmt::format("<tr data-layer=\"{}\"{}>{}</tr>\n", layer - result.layers.data(),
                            layer->name == result.errorOrigin && !layer->name.empty() ? " data-origin" : "",
                            layerCells(*layer, scale, words));
    return html + std::string(kTableEnd);
}

} // namespace

std::string graphSection(const results::ResultParts& parts, const Words& words)
{
    if (!parts.comparison)
        return {};
    auto html = fmt::format("<p class=\"help\">{}</p>\n", escaped(words(Word::GraphWiseHelp))) + tools(words);
    html += "<div class=\"strips\">\n";
    for (const auto metric : kColumns)
        html += stripChart(*parts.comparison, metric, words, metric == kFirstMetric);
    return html + "</div>\n" + layersTable(*parts.comparison, words)
           + fmt::format("<div id=\"picked\" aria-live=\"polite\"><p class=\"help\">{}</p></div>\n",
                         escaped(words(Word::PickLayer)));
}

} // namespace ql::report
