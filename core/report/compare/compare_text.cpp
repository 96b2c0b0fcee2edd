// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_text.h"

#include "core/report/format/decision_words.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/number_format.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::MetricId;
using results::Metrics;

namespace {

constexpr std::size_t kNameWidth = 40;
constexpr auto kRight = TextTable::Align::Right;

std::string metricCell(const std::optional<Metrics>& metrics, MetricId metric)
{
    const auto value = metrics ? results::valueOf(*metrics, metric) : std::nullopt;
    return value ? fourDigits(*value) : std::string("-");
}

std::string outputsSection(const CompareResult& result)
{
    TextTable table({{"output"}, {"shape"}, {"SQNR dB", kRight}, {"cosine", kRight}, {"Atol", kRight}, {"L1", kRight}});
    for (const auto& output : result.outputs)
        table.addRow({shortened(oneLine(output.name), kNameWidth), shapeText(output.shape),
                      output.metrics ? metricCell(output.metrics, MetricId::Sqnr) : std::string("mismatch shape"),
                      metricCell(output.metrics, MetricId::Cosine), metricCell(output.metrics, MetricId::Atol),
                      metricCell(output.metrics, MetricId::L1)});
    return table.isEmpty() ? std::string() : table.plain() + "\n";
}

std::string originSection(const CompareResult& result)
{
    if (result.errorOrigin.empty())
        return "No single layer stands out as the start of the error.\n\n";
    const auto* layer = originLayer(result);
    const auto type = layer ? fmt::format(" ({}, {})", operatorOf(*layer), dtypeOf(*layer)) : std::string();
    return fmt::format("The error starts at {}{}.\n\n", oneLine(result.errorOrigin), oneLine(type));
}

std::string rulesOf(const LayerRow& layer)
{
    std::string rules;
    for (const auto& finding : layer.advice)
        rules += (rules.empty() ? "" : ", ") + finding.rule;
    return rules;
}

std::string layersTitle(const CompareResult& result, const CompareTextOptions& options, std::size_t shown)
{
    const auto order = options.sortBy ? fmt::format("worst {} first", results::key(*options.sortBy))
                                      : std::string("in order of execution");
    return fmt::format("Layers, {} ({} of {})\n", order, shown, result.layers.size());
}

std::string layersSection(const CompareResult& result, const CompareTextOptions& options,
                          const std::vector<const LayerRow*>& layers)
{
    TextTable table({{"#", kRight},
                     {"layer"},
                     {"op"},
                     {"dtype"},
                     {"SQNR dB", kRight},
                     {"cosine", kRight},
                     {"Atol/step", kRight},
                     {"advice"}});
    for (const auto* layer : layers) {
        const auto labels = std::string(stateWords(layer->state));
        table.addRow({std::to_string(layer->index), shortened(oneLine(layer->name), kNameWidth), operatorOf(*layer),
                      dtypeOf(*layer), layer->metrics ? metricCell(layer->metrics, MetricId::Sqnr) : labels,
                      metricCell(layer->metrics, MetricId::Cosine), metricCell(layer->metrics, MetricId::MaxQscaleDiff),
                      rulesOf(*layer)});
    }
    return layersTitle(result, options, layers.size()) + table.plain() + "\n";
}

/// The findings of the shown layers, the layer where the error starts before all others.
std::string adviceSection(const CompareResult& result, const std::vector<const LayerRow*>& shown)
{
    std::vector<const LayerRow*> layers(shown);
    if (const auto* origin = originLayer(result)) {
        std::erase(layers, origin);
        layers.insert(layers.begin(), origin);
    }
    std::string text;
    for (const auto* layer : layers)
        for (const auto& finding : layer->advice)
            text += fmt::format("  {} ({}): {} {}\n", oneLine(layer->name), severityKey(finding.severity),
                                oneLine(finding.message.english()), oneLine(finding.remedy.english()));
    return text.empty() ? std::string() : "Advice\n" + text + "\n";
}

std::string unmatchedSection(const char* title, const std::vector<std::string>& names)
{
    if (names.empty())
        return {};
    return fmt::format("Only in the {} ({}): {}\n", title, names.size(),
                       oneLine(fmt::format("{}", fmt::join(names, ", "))));
}

} // namespace

const LayerRow* originLayer(const CompareResult& result)
{
    const auto found = std::find_if(result.layers.begin(), result.layers.end(), [&result](const LayerRow& layer) {
        return !result.errorOrigin.empty() && layer.name == result.errorOrigin;
    });
    return found == result.layers.end() ? nullptr : &*found;
}

std::vector<const LayerRow*> sortedLayers(const CompareResult& result, const CompareTextOptions& options)
{
    std::vector<const LayerRow*> layers;
    for (const auto& layer : result.layers)
        layers.push_back(&layer);
    if (options.sortBy) {
        const auto metric = *options.sortBy;
        const auto value = [metric](const LayerRow* layer) {
            return layer->metrics ? results::valueOf(*layer->metrics, metric) : std::nullopt;
        };
        std::stable_sort(layers.begin(), layers.end(), [metric, &value](const LayerRow* a, const LayerRow* b) {
            const auto left = value(a);
            const auto right = value(b);
            return left && right ? results::isWorse(metric, *left, *right) : left.has_value() && !right.has_value();
        });
    }
    if (options.top > 0 && layers.size() > options.top)
        layers.resize(options.top);
    return layers;
}

std::string compareText(const CompareResult& result, const CompareTextOptions& options)
{
    const auto layers = sortedLayers(result, options);
    const auto compared = std::count_if(result.layers.begin(), result.layers.end(),
                                        [](const LayerRow& layer) { return layer.metrics.has_value(); });
    return fmt::format("baseline  {}\nanalysis  {}\n\n", oneLine(result.baseline), oneLine(result.analysis))
           + outputsSection(result) + originSection(result) + layersSection(result, options, layers)
           + adviceSection(result, layers) + unmatchedSection("baseline", result.unmatchedBaseline)
           + unmatchedSection("analysis model", result.unmatchedAnalysis)
           + (result.replaysDecisions ? decisionsText(result.decisions) : std::string())
           + fmt::format("{} of {} layers compared in {}.\n", compared, result.layers.size(),
                         secondsText(result.totalSeconds));
}

} // namespace ql::report
