// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"

#include "core/report/format/number_format.h"
#include "core/report/format/report_files.h"
#include "core/report/table/csv_writer.h"
#include "core/report/table/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseResult;

namespace {

constexpr auto kRight = TextTable::Align::Right;
constexpr std::size_t kMostFlipsNamed = 20;

/// One row per output, one column per metric, @p cell of the output's worst sample.
std::string perOutputTable(const BadCaseResult& result, const std::function<std::string(const BadCaseEntry&)>& cell)
{
    std::vector<TextTable::Column> columns{{"output"}};
    for (const auto& metric : result.metrics)
        columns.push_back({metric.key, kRight});
    TextTable table(columns);
    for (std::size_t output = 0; output < result.outputs.size() && !result.samples.empty(); ++output) {
        std::vector<std::string> cells{result.outputs[output]};
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
            cells.push_back(cell(worstOfOutput(result, metric, output)));
        table.addRow(cells);
    }
    return table.psql();
}

std::string worstOutputTable(const BadCaseResult& result)
{
    TextTable table({{"metric"}, {"dataloader index", kRight}});
    for (std::size_t metric = 0; metric < result.metrics.size() && !result.samples.empty(); ++metric)
        table.addRow({result.metrics[metric].key, std::to_string(worstOverall(result, metric).sample)});
    return table.psql();
}

std::string topTable(const BadCaseResult& result, std::size_t top)
{
    std::vector<TextTable::Column> columns{{"index", kRight}, {"sample"}, {"output"}};
    for (const auto& metric : result.metrics)
        columns.push_back({metric.key, kRight});
    TextTable table(columns);
    for (const auto& entry : worstSamples(result, result.rankedBy, top)) {
        std::vector<std::string> cells{std::to_string(entry.sample), result.samples[entry.sample],
                                       result.outputs[entry.output]};
        for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
            cells.push_back(fourDigits(result.value(entry.sample, entry.output, metric)));
        table.addRow(cells);
    }
    return table.plain();
}

std::string distributionText(const BadCaseResult& result)
{
    TextTable table({{"metric"},
                     {"min", kRight},
                     {"5 %", kRight},
                     {"25 %", kRight},
                     {"median", kRight},
                     {"75 %", kRight},
                     {"95 %", kRight},
                     {"max", kRight}});
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
        std::vector<std::string> cells{result.metrics[metric].key};
        for (const double quantile : distributionOf(result, metric).quantiles)
            cells.push_back(fourDigits(quantile));
        table.addRow(cells);
    }
    return table.plain();
}

std::string labelText(const BadCaseResult& result)
{
    const auto& labels = *result.labels;
    const auto flips = labels.flips();
    const auto percent = [&labels](std::size_t count) {
        return labels.labels.empty() ? 0.0 : 100.0 * double(count) / double(labels.labels.size());
    };
    auto text = fmt::format(
        "top-1 of {}: baseline {}/{} right ({:.2f} %), analysis {}/{} right ({:.2f} %), {} samples flip\n",
        oneLine(labels.output), labels.baselineCorrect(), labels.labels.size(), percent(labels.baselineCorrect()),
        labels.analysisCorrect(), labels.labels.size(), percent(labels.analysisCorrect()), flips.size());
    for (std::size_t i = 0; i < std::min(flips.size(), kMostFlipsNamed); ++i)
        text +=
            fmt::format("  {} {}: label {}, baseline {}, analysis {}\n", flips[i], oneLine(result.samples[flips[i]]),
                        labels.labels[flips[i]], labels.baseline[flips[i]], labels.analysis[flips[i]]);
    if (flips.size() > kMostFlipsNamed)
        text += fmt::format("  … and {} more\n", flips.size() - kMostFlipsNamed);
    return text + "\n";
}

std::string summaryText(const BadCaseResult& result)
{
    const auto worst = worstOverall(result, result.rankedBy);
    const auto& metric = result.metrics[result.rankedBy];
    const auto measure = metric.expression.empty() ? metric.key : metric.expression;
    std::string text = fmt::format("The worst sample by {} is {} ({}): {} at output {}.\n", measure, worst.sample,
                                   oneLine(result.samples[worst.sample]), fourDigits(worst.value),
                                   oneLine(result.outputs[worst.output]));
    if (!result.badCaseFile.empty())
        text += fmt::format("Its inputs are in {}.\n", oneLine(result.badCaseFile));
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
                       perOutputTable(result, [](const BadCaseEntry& entry) { return std::to_string(entry.sample); }),
                       perOutputTable(result, [](const BadCaseEntry& entry) { return fixedSeven(entry.value); }),
                       worstOutputTable(result));
}

std::string badCaseCsv(const BadCaseResult& result)
{
    std::vector<std::string> cells{"index", "sample", "output"};
    for (const auto& metric : result.metrics)
        cells.push_back(metric.key);
    auto text = csvLine(cells);
    for (std::size_t sample = 0; sample < result.samples.size(); ++sample) {
        for (std::size_t output = 0; output < result.outputs.size(); ++output) {
            cells = {std::to_string(sample), result.samples[sample], result.outputs[output]};
            for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
                cells.push_back(fmt::format("{}", result.value(sample, output, metric)));
            text += csvLine(cells);
        }
    }
    return text;
}

std::string badCaseText(const BadCaseResult& result, std::size_t top)
{
    auto text = fmt::format("baseline  {}\nanalysis  {}\ndata      {}\n\n", oneLine(result.baseline),
                            oneLine(result.analysis), oneLine(result.data));
    if (result.samples.empty())
        return text + "No sample was searched.\n";
    text += badCaseTables(result) + "\n";
    text += fmt::format("Worst samples by {}:\n{}\n", result.metrics[result.rankedBy].key, topTable(result, top));
    text += fmt::format("Spread over the samples:\n{}\n", distributionText(result));
    if (result.labels)
        text += labelText(result);
    return text + summaryText(result);
}

std::vector<std::filesystem::path> writeBadCaseFiles(const BadCaseResult& result, const std::filesystem::path& folder,
                                                     std::size_t top)
{
    return writeReportFiles(folder, {{"badcase.txt", badCaseTables(result)},
                                     {"badcase_samples.csv", badCaseCsv(result)},
                                     {"badcase.json", badCaseJson(result, top)}});
}

} // namespace ql::report
