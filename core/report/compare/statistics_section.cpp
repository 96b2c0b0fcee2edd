// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_text.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/html/sections.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::LayerSide;
using results::TensorStatistics;

namespace {

constexpr std::size_t kShownHistograms = 12;

/// All that exist, so that any layer can be looked at; the worst are shown.
std::string histograms(const CompareResult& result, const Labels& labels)
{
    std::string html;
    std::size_t count = 0;
    for (const auto* layer : sortedLayers(result, {results::MetricId::Sqnr, 0})) {
        const auto number = static_cast<std::size_t>(layer - result.layers.data());
        const auto figure = histogramFigure(*layer, number, labels, count < kShownHistograms);
        count += figure.empty() ? 0 : 1;
        html += figure;
    }
    return html.empty() ? html : "<div class=\"figures\">\n" + html + "</div>\n";
}

std::optional<double> measured(const LayerSide& side, double TensorStatistics::*field)
{
    return side.statistics.count > 0 ? std::optional(side.statistics.*field) : std::nullopt;
}

double rangeOf(const LayerRow& layer)
{
    const auto width = [](const LayerSide& side) {
        return side.statistics.count > 0 ? side.statistics.max - side.statistics.min : -1.0;
    };
    return std::max(width(layer.baseline), width(layer.analysis));
}

struct Column {
    Label label;
    double TensorStatistics::*field;
};
constexpr Column kColumns[]{{Label::Min, &TensorStatistics::min},
                            {Label::Max, &TensorStatistics::max},
                            {Label::Mean, &TensorStatistics::mean},
                            {Label::Variance, &TensorStatistics::variance}};

std::string rangesTable(const CompareResult& result, const Labels& labels)
{
    std::vector<std::string> names;
    for (const auto& column : kColumns)
        for (const auto side : {Label::Baseline, Label::Analysis})
            names.push_back(fmt::format("{}, {}", labels(column.label), labels(side)));
    std::vector<Header> headers{{"#", true},
                                {labels(Label::Layer)},
                                {labels(Label::Operator)},
                                {labels(Label::Dtype)},
                                {labels(Label::Range), true}};
    for (const auto& name : names)
        headers.push_back({name, true});
    std::vector<const LayerRow*> layers;
    for (const auto& layer : result.layers)
        if (rangeOf(layer) >= 0.0)
            layers.push_back(&layer);
    std::stable_sort(layers.begin(), layers.end(),
                     [](const LayerRow* a, const LayerRow* b) { return rangeOf(*a) > rangeOf(*b); });
    auto html = tableHead("statistics sortable", headers);
    for (const auto* layer : layers) {
        html += fmt::format("<tr data-layer=\"{0}\"><td class=\"n\" data-v=\"{1}\">{1}</td>",
                            layer - result.layers.data(), layer->index)
                + nameCell(layer->name) + textCell(operatorOf(*layer)) + textCell(dtypeOf(*layer))
                + numberCell(rangeOf(*layer));
        for (const auto& column : kColumns)
            html += numberCell(measured(layer->baseline, column.field))
                    + numberCell(measured(layer->analysis, column.field));
        html += "</tr>\n";
    }
    return html + std::string(kTableEnd);
}

} // namespace

std::string statisticsSection(const results::ResultParts& parts, const Labels& labels)
{
    const auto comparison = parts.first<results::CompareResult>();
    if (!comparison)
        return {};
    return fmt::format("<p class=\"help\">{}</p>\n", escaped(labels(Label::StatisticsHelp)))
           + histograms(*comparison, labels) + rangesTable(*comparison, labels);
}

} // namespace ql::report
