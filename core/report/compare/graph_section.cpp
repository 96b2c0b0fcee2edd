// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/html/iteration_paragraphs.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::MetricId;

namespace {

constexpr MetricId kFirstMetric = MetricId::Sqnr;

std::string metricChooser(const Labels& labels)
{
    auto html = fmt::format("<label>{} <select id=\"metric\">", escaped(labels("Metric")));
    for (const auto metric : kPageMetrics)
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

std::string layersTable(const CompareResult& result, const Labels& labels)
{
    return pageTable<LayerRow>("layers sortable", columnsAt(Place::Page, layerColumns(result, labels)),
                               sortedLayers(result, {kFirstMetric, 0}), [&result](const LayerRow& layer) {
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
    for (const auto metric : kPageMetrics)
        html += stripChart(result, metric, labels, metric == kFirstMetric);
    return html + "</div>\n" + leftOutParagraphs(result.layers, labels) + layersTable(result, labels)
           + fmt::format("<div id=\"picked\" aria-live=\"polite\"><p class=\"help\">{}</p></div>\n",
                         escaped(labels("Pick a layer to see its distribution.")));
}

} // namespace ql::report
