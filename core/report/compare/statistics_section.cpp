// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::LayerSide;

namespace {

constexpr std::size_t kShownHistograms = 12;
constexpr std::size_t kMostBytes = 1'100'000; ///< of histograms on a page that is sent around

/// All that exist, so that any layer can be looked at; the worst are shown. Of a large model those of the best layers
/// have no room.
std::string histograms(const CompareResult& result, const Labels& labels)
{
    std::string html;
    std::string leftOut;
    std::size_t count = 0;
    for (const auto* layer : sortedLayers(result, {results::MetricId::Sqnr, 0})) {
        const auto number = layer - result.layers.data();
        const auto figure = histogramFigure(*layer, std::to_string(number), labels, count < kShownHistograms);
        if (html.size() + figure.size() > kMostBytes) {
            leftOut = fmt::format("<p class=\"help\">{}</p>\n",
                                  escaped(labels("The layers with the least error have no histogram on this page: "
                                                 "compare.json and the window have all of them.")));
            break;
        }
        count += figure.empty() ? 0 : 1;
        html += figure;
    }
    return html.empty() ? html : "<div class=\"figures\">\n" + html + "</div>\n" + leftOut;
}

double rangeOf(const LayerRow& layer)
{
    const auto width = [](const LayerSide& side) {
        return side.statistics.count > 0 ? side.statistics.max - side.statistics.min : -1.0;
    };
    return std::max(width(layer.baseline), width(layer.analysis));
}

Columns<LayerRow> columnsOf(const Labels& labels)
{
    Columns<LayerRow> columns{
        {"#", kRight, &LayerRow::index},
        {labels("Layer"), kLeft, [](const auto& layer) { return Cell(Cell::Kind::Name, layer.name); }},
        {labels("Operator"), kLeft, operatorOf<LayerRow>},
        {labels("Type"), kLeft, dtypeOf<LayerRow>},
        {labels("range"), kRight, rangeOf}};
    std::ranges::move(columnsAt(Place::Page, rangeColumns(labels)), std::back_inserter(columns));
    return columns;
}

std::string rangesTable(const CompareResult& result, const Labels& labels)
{
    std::vector<const LayerRow*> layers;
    for (const auto& layer : result.layers)
        if (rangeOf(layer) >= 0.0)
            layers.push_back(&layer);
    std::ranges::stable_sort(layers, Falling<NaNs::Last>(), [](const LayerRow* layer) { return rangeOf(*layer); });
    return pageTable<LayerRow>("statistics sortable", columnsOf(labels), layers, [&result](const LayerRow& layer) {
        return fmt::format(" data-layer=\"{}\"", &layer - result.layers.data());
    });
}

} // namespace

std::string statisticsSection(const CompareResult& result, const Labels& labels)
{
    return fmt::format(
               "<p class=\"help\">{}</p>\n",
               escaped(labels("Histograms of the worst layers and the range of every layer's output, widest first.")))
           + histograms(result, labels) + rangesTable(result, labels);
}

} // namespace ql::report
