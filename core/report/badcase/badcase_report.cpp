// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"

#include "core/base/order.h"
#include "core/report/format/layer_words.h"
#include "core/report/format/loss_words.h"
#include "core/report/format/report_files.h"
#include "core/report/table/column.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <span>

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseResult;

namespace {

constexpr std::size_t kMostFlipsNamed = 20;

/// One row per output, one column per metric, @p cell of the output's worst sample.
std::string perOutputTable(const BadCaseResult& result, const std::function<Cell(const BadCaseEntry&)>& cell)
{
    Columns<std::string> columns{{"output", kLeft, [](const auto& output) { return output; }}};
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        columns.push_back({result.metrics[metric].key, kRight, [&result, &cell, metric](const auto& output) {
                               const auto index = static_cast<std::size_t>(&output - result.outputs.data());
                               return cell(worstOfOutput(result, metric, index));
                           }});
    return textTable(columns, result.samples.empty() ? std::span<const std::string>() : result.outputs, fileText)
        .psql();
}

/// The same for a terminal, where columns for all metrics have no room.
std::string worstOfEachTable(const BadCaseResult& result)
{
    struct Row {
        std::size_t metric;
        BadCaseEntry worst;
    };
    std::vector<Row> rows;
    for (std::size_t output = 0; output < result.outputs.size(); ++output)
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
            rows.push_back({metric, worstOfOutput(result, metric, output)});
    const Columns<Row> columns{
        {"output", kLeft, [&](const Row& row) { return oneLine(result.outputs[row.worst.output]); }},
        {"metric", kLeft, [&](const Row& row) { return result.metrics[row.metric].key; }},
        {"index", kRight, [](const Row& row) { return row.worst.sample; }},
        {"sample", kLeft, [&](const Row& row) { return oneLine(result.samples[row.worst.sample]); }},
        {"value", kRight, [](const Row& row) { return row.worst.value; }}};
    return textTable(columns, rows).plain();
}

std::string worstOutputTable(const BadCaseResult& result)
{
    const Columns<results::BadCaseMetric> columns{
        {"metric", kLeft, &results::BadCaseMetric::key},
        {"dataloader index", kRight, [&](const auto& metric) {
             return worstOverall(result, static_cast<std::size_t>(&metric - result.metrics.data())).sample;
         }}};
    return textTable(columns, result.samples.empty() ? std::span<const results::BadCaseMetric>() : result.metrics)
        .psql();
}

std::string distributionText(const BadCaseResult& result)
{
    struct Spread {
        std::string metric;
        std::vector<double> quantiles;
        std::size_t nans = 0;
    };
    std::vector<Spread> rows;
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
        auto spread = distributionOf(result, metric);
        rows.push_back({result.metrics[metric].key, std::move(spread.quantiles), spread.nanCount});
    }
    Columns<Spread> columns{{"metric", kLeft, &Spread::metric}};
    for (const auto* header : {"min", "5 %", "25 %", "median", "75 %", "95 %", "max"})
        columns.push_back({header, kRight, [at = columns.size() - 1](const auto& spread) {
                               return spread.quantiles.empty() ? Cell("") : Cell(spread.quantiles[at]);
                           }});
    if (std::ranges::any_of(rows, [](const Spread& spread) { return spread.nans > 0; }))
        columns.push_back({"NaN", kRight, &Spread::nans});
    return textTable(columns, rows).plain();
}

std::string classText(std::int64_t decision)
{
    return decision == kNoDecision ? "none" : std::to_string(decision);
}

std::string labelText(const BadCaseResult& result)
{
    const auto& labels = *result.labels;
    const auto flips = labels.flips();
    const auto percent = [&labels](std::size_t count) {
        return labels.labels.empty() ? 0.0 : 100.0 * double(count) / double(labels.labels.size());
    };
    auto text = fmt::format("top-1 of {}: baseline {}/{} right ({:.2f} %), analysis {}/{} right ({:.2f} %), {} {}\n",
                            oneLine(labels.output), labels.baselineCorrect(), labels.labels.size(),
                            percent(labels.baselineCorrect()), labels.analysisCorrect(), labels.labels.size(),
                            percent(labels.analysisCorrect()), flips.size(),
                            flips.size() == 1 ? "sample flips" : "samples flip");
    if (labels.baselineUndecided() + labels.analysisUndecided() > 0)
        text += fmt::format("  no decision, as there is NaN among the scores: baseline {}, analysis {}\n",
                            labels.baselineUndecided(), labels.analysisUndecided());
    text += lossLine(percent(labels.baselineCorrect()) - percent(labels.analysisCorrect()));
    for (std::size_t i = 0; i < std::min(flips.size(), kMostFlipsNamed); ++i)
        text += fmt::format("  {} {}: label {}, baseline {}, analysis {}\n", flips[i],
                            oneLine(result.samples[flips[i]]), labels.labels[flips[i]],
                            classText(labels.baseline[flips[i]]), classText(labels.analysis[flips[i]]));
    if (flips.size() > kMostFlipsNamed)
        text += fmt::format("  … and {} more\n", flips.size() - kMostFlipsNamed);
    return text + "\n";
}

std::string worstText(const BadCaseResult& result)
{
    const auto worst = worstOverall(result, result.rankedBy);
    const auto& metric = result.metrics[result.rankedBy];
    const auto measure = metric.expression.empty() ? metric.key : metric.expression;
    std::string text = fmt::format("The worst sample by {} is {} ({}): {} at output {}.\n", measure, worst.sample,
                                   oneLine(result.samples[worst.sample]), fourDigits(worst.value),
                                   oneLine(result.outputs[worst.output]));
    if (!result.badCaseFile.empty())
        text += fmt::format("Its inputs are in {}.\n", oneLine(result.badCaseFile));
    return text + "\n";
}

std::string countsText(const BadCaseResult& result)
{
    std::string text;
    if (result.mismatchedShapes > 0)
        text += fmt::format("{} times the models' shapes differ; these count as worst.\n", result.mismatchedShapes);
    if (result.recordings > 0)
        text += fmt::format("States were carried along {} recording{}.\n", result.recordings,
                            result.recordings == 1 ? "" : "s");
    const auto resumed = result.resumedSamples > 0
                             ? fmt::format(", {} of them by an earlier search", result.resumedSamples)
                             : std::string();
    return text
           + fmt::format("{} of {} samples searched{} in {}{}.\n", result.samples.size(), result.datasetSize, resumed,
                         secondsText(result.seconds), result.isComplete ? "" : "; cancelled");
}

} // namespace

std::string badCaseTables(const BadCaseResult& result)
{
    return fmt::format("The bad case input index of each output:\n{}\nThe metric results of each badcase:\n{}\n"
                       "The bad case input index of the worst output:\n{}",
                       perOutputTable(result, [](const auto& entry) { return entry.sample; }),
                       perOutputTable(result, [](const auto& entry) { return entry.value; }), worstOutputTable(result));
}

std::string badCaseCsv(const BadCaseResult& result)
{
    std::vector<BadCaseEntry> entries;
    for (std::size_t sample = 0; sample < result.samples.size(); ++sample)
        for (std::size_t output = 0; output < result.outputs.size(); ++output)
            entries.push_back({sample, output, 0.0});
    return csvTable(columnsAt(Place::File, badCaseColumns(result)), entries);
}

std::string badCaseText(const BadCaseResult& result, std::size_t top)
{
    const auto subject = modelLines(result) + fmt::format("data      {}\n\n", oneLine(result.data));
    if (result.samples.empty())
        return "No sample was searched.\n\n" + subject;
    auto text = worstText(result) + subject;
    text += "Worst sample of each output and metric:\n" + worstOfEachTable(result) + "\n";
    const auto worst = worstSamples(result, result.rankedBy, top);
    text += fmt::format("Worst samples by {}:\n{}\n", result.metrics[result.rankedBy].key,
                        textTable(columnsAt(Place::Terminal, badCaseColumns(result)), worst).plain());
    text += fmt::format("Spread over the samples:\n{}\n", distributionText(result));
    if (result.labels)
        text += labelText(result);
    return text + countsText(result);
}

std::vector<std::filesystem::path> writeBadCaseFiles(const BadCaseResult& result, const std::filesystem::path& folder,
                                                     std::size_t top)
{
    return writeReportFiles(folder, {{"badcase.txt", badCaseTables(result)},
                                     {"badcase_samples.csv", badCaseCsv(result)},
                                     {"badcase.json", badCaseJson(result, top)}});
}

} // namespace ql::report
