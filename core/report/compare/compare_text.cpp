// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/compare_report.h"

#include "core/report/compare/arithmetic_section.h"
#include "core/report/compare/compare_sections.h"
#include "core/report/compare/pair_findings_section.h"
#include "core/report/format/iteration_table.h"
#include "core/report/format/iteration_words.h"
#include "core/report/format/layer_columns.h"
#include "core/report/format/layer_words.h"
#include "core/report/table/number_format.h"
#include "core/report/verdict/verdict_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace ql::report {

using results::CompareResult;
using results::LayerRow;
using results::MetricId;

namespace {

constexpr std::size_t kNameWidth = 40;

/// The error of one iteration.
std::optional<double> dbOf(const results::LayerIteration& iteration)
{
    return valueOf(iteration.metrics, MetricId::Sqnr);
}

/// A table of all iterations of @p layers; empty where none stands in a loop.
std::string comparedIterations(const std::vector<const LayerRow*>& layers)
{
    const auto metric = [](MetricId id) {
        return [id](const RowIteration<LayerRow>& at) { return Cell(valueOf(at.iteration.metrics, id)); };
    };
    return iterationsSection(layers, {{"SQNR dB", kRight, metric(MetricId::Sqnr)},
                                      {"cosine", kRight, metric(MetricId::Cosine)},
                                      {"Atol", kRight, metric(MetricId::Atol)}});
}

/// Which bodies neither model ran, and how many layers these hold; empty where there is none.
std::string bodiesNotRun(const results::CompareResult& result)
{
    std::map<std::string, std::size_t> counts;
    for (const auto& layer : result.layers)
        if (layer.state == LayerRow::State::NotRun)
            ++counts[layer.body];
    std::string text;
    for (const auto& [body, count] : counts)
        text +=
            fmt::format("Neither model ran {}, with {} {}.\n", oneLine(body), count, count == 1 ? "layer" : "layers");
    return text;
}

std::string variantLine(const CompareResult& result)
{
    if (!result.variant)
        return {};
    return fmt::format("{} variant: {}\n", keyOf(result.variant->variant), variantSentence(*result.variant).english());
}

std::string outputsSection(const CompareResult& result)
{
    using results::OutputComparison;
    Columns<OutputComparison> columns{
        {"output", kLeft, [](const auto& output) { return shortened(oneLine(output.name), kNameWidth); }},
        {"shape", kLeft, [](const auto& output) { return shapeText(output.shape); }},
        {"SQNR dB", kRight,
         [](const auto& output) {
             return output.metrics   ? Cell(output.metrics->sqnrDb)
                    : output.strings ? Cell(equalStringsText(*output.strings))
                                     : Cell("mismatch shape");
         }},
        metricColumn("cosine", &OutputComparison::metrics, MetricId::Cosine),
        metricColumn("Atol", &OutputComparison::metrics, MetricId::Atol),
        metricColumn("L1", &OutputComparison::metrics, MetricId::L1)};
    const auto& outputs = result.outputs;
    if (std::ranges::any_of(outputs, [](const auto& output) { return output.worstSlice.has_value(); })) {
        columns.push_back({"slice dB", kRight, [](const auto& output) {
                               return output.worstSlice ? Cell(output.worstSlice->sqnrDb) : Cell("");
                           }});
        columns.push_back({"worst slice", kLeft, [](const auto& output) {
                               return Cell(output.worstSlice ? output.worstSlice->slice : std::string());
                           }});
    }
    std::vector<OutputComparison> rows;
    for (const auto& output : outputs) {
        rows.push_back(output);
        for (const auto& slice : output.slices)
            rows.push_back({.name = output.name + slice.slice, .metrics = slice.metrics});
    }
    return rows.empty() ? std::string() : textTable(columns, rows).plain() + "\n";
}

std::string originSentence(const CompareResult& result)
{
    if (result.errorOrigin.empty())
        return "No single layer stands out as the start of the error.";
    const auto* layer = originLayer(result);
    const auto type = layer ? fmt::format(" ({}, {})", operatorOf(*layer), dtypeOf(*layer)) : std::string();
    return fmt::format("The error {} at {}{}.", result.isOriginMeasured ? "starts" : "may start",
                       oneLine(result.errorOrigin), oneLine(type));
}

/// The shortest answer in one line, and below it what it rests on.
std::string verdictSectionOf(const CompareResult& result)
{
    const auto text = verdictText(result.verdict);
    const auto end = std::min(text.find('\n'), text.size());
    return text.substr(0, end) + (end == 0 ? "" : ". ") + originSentence(result) + "\n"
           + text.substr(std::min(end + 1, text.size())) + "\n";
}

/// The layers of the table: the one where the error starts is always among them.
std::vector<const LayerRow*> shownLayers(const CompareResult& result, const RowChoice& choice)
{
    auto layers = sortedLayers(result, choice);
    const auto* origin = originLayer(result);
    if (!origin || std::ranges::find(layers, origin) != layers.end())
        return layers;
    layers.push_back(origin);
    if (!choice.sortBy && !choice.isByWorstSlice)
        std::ranges::sort(layers); // pointers into one list, whose order is that of execution
    return layers;
}

/// Layers in bodies that no model ran say nothing.
std::size_t runCount(const CompareResult& result)
{
    return result.layers.size()
           - std::size_t(std::ranges::count(result.layers, LayerRow::State::NotRun, &LayerRow::state));
}

/// Those that the table doesn't have anyway, before the advice.
void addMetricColumns(const std::vector<MetricId>& metrics, Columns<LayerRow>& columns)
{
    constexpr std::array kHeads{std::pair{MetricId::L1, "L1"},   std::pair{MetricId::Atol, "Atol"},
                                std::pair{MetricId::Mse, "MSE"}, std::pair{MetricId::RelL2, "rel. L2"},
                                std::pair{MetricId::Kl, "KL"},   std::pair{MetricId::Js, "JS"}};
    for (const auto& [metric, head] : kHeads)
        if (std::ranges::find(metrics, metric) != metrics.end())
            columns.insert(columns.end() - 1, metricColumn(head, &LayerRow::metrics, metric));
}

std::string layersSection(const CompareResult& result, const RowChoice& choice,
                          const std::vector<const LayerRow*>& layers)
{
    auto columns = columnsAt(Place::Terminal, layerColumns(result));
    addMetricColumns(choice.metrics, columns);
    addBodyColumns(layers, columns, dbOf);
    return fmt::format("Layers, {} ({} of {})\n{}\n", orderText(choice, "in order of execution"), layers.size(),
                       runCount(result), textTable(columns, layers).plain())
           + (choice.showsIterations ? comparedIterations(layers) : std::string());
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
            text += fmt::format("  {} ({}): {} {}\n", oneLine(layer->name), keyOf(finding.severity),
                                oneLine(finding.message.english()), oneLine(finding.remedy.english()));
    return text.empty() ? std::string() : "Advice\n" + text + "\n";
}

/// What the controlled runs took, or why there were none.
std::string causesText(const CompareResult& result)
{
    const auto& causes = result.causes;
    const auto problem = causes.problem.empty() ? std::string() : "; " + oneLine(causes.problem.english());
    if (causes.runs == results::CauseRuns::None)
        return problem + "; what makes the errors is a guess";
    return fmt::format(", the causes of {} in {}", causes.layers, secondsText(result.causesSeconds)) + problem;
}

} // namespace

const LayerRow* originLayer(const CompareResult& result)
{
    const auto found = std::find_if(result.layers.begin(), result.layers.end(), [&result](const LayerRow& layer) {
        return !result.errorOrigin.empty() && layer.name == result.errorOrigin;
    });
    return found == result.layers.end() ? nullptr : &*found;
}

std::optional<double> worstSliceDb(const LayerRow& row)
{
    return row.worstSlice ? std::optional(row.worstSlice->sqnrDb) : valueOf(row.metrics, MetricId::Sqnr);
}

std::vector<const LayerRow*> sortedLayers(const CompareResult& result, const RowChoice& choice)
{
    auto all = choice;
    all.top = 0;
    auto layers = chosenRows(result.layers, &LayerRow::metrics, all);
    if (choice.isByWorstSlice)
        std::ranges::stable_sort(layers, [](const LayerRow* a, const LayerRow* b) {
            const auto left = worstSliceDb(*a), right = worstSliceDb(*b);
            return left && right ? isWorse(MetricId::Sqnr, *left, *right) : left.has_value() && !right.has_value();
        });
    std::erase_if(layers, [](const LayerRow* layer) { return layer->state == LayerRow::State::NotRun; });
    if (choice.top > 0 && layers.size() > choice.top)
        layers.resize(choice.top);
    return layers;
}

std::string compareText(const CompareResult& result, const RowChoice& choice)
{
    const auto layers = shownLayers(result, choice);
    const auto compared = std::count_if(result.layers.begin(), result.layers.end(),
                                        [](const LayerRow& layer) { return layer.metrics.has_value(); });
    return verdictSectionOf(result) + modelLines(result) + variantLine(result) + findingLines(result.configFindings)
           + findingLines(result.dumpFindings, "dump") + "\n" + samplesText(result.samples)
           + spreadsText(spreadsOf(result), choice)
           + (result.arithmetics ? arithmeticText(*result.arithmetics) : std::string()) + outputsSection(result)
           + pairFindingsText(result) + layersSection(result, choice, layers) + adviceSection(result, layers)
           + unmatchedLines(result) + leftOutLines(result.layers) + bodiesNotRun(result)
           + (result.replaysDecisions ? decisionsText(result.decisions) : std::string())
           + fmt::format("{} of {} layers compared in {}", compared, runCount(result),
                         secondsText(result.totalSeconds - result.causesSeconds))
           + causesText(result) + ".\n";
}

} // namespace ql::report
