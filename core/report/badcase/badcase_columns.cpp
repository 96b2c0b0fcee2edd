// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"
#include "core/report/html/markup.h"

#include <cmath>
#include <utility>

namespace ql::report {

using results::BadCaseEntry;
using results::BadCaseMetric;
using results::BadCaseResult;

namespace {

/// How bad a value is among those of the search: by place between the best and the worst finite one.
double badnessOf(const results::BadCaseDistribution& spread, const BadCaseMetric& metric, double value)
{
    if (!(spread.high > spread.low) || std::isinf(value))
        return isWorse(metric, value, spread.low) ? 1.0 : 0.0;
    const double share = std::isnan(value) ? 1.0 : (value - spread.low) / (spread.high - spread.low);
    return metric.isLowWorst && !std::isnan(value) ? 1.0 - share : share;
}

/// A column's title and hint.
std::pair<std::string, std::string> windowWords(const BadCaseMetric& metric, const Labels& labels)
{
    if (metric.key == results::kJudgeDrop)
        return {labels("Own judge, lost"),
                labels("How much worse your judge finds the analysis model's outputs than the baseline's")};
    if (metric.key == results::key(results::MetricId::Judge))
        return {labels(results::MetricId::Judge), labels("What your judge says of the analysis model's outputs")};
    return {measureOf(metric, labels), metric.expression};
}

/// In files in full, elsewhere for reading; a page has bars for what the search was ranked by.
void addWrittenColumns(RowColumns<BadCaseEntry>& columns, const BadCaseResult& result, std::size_t at,
                       const Labels& labels)
{
    const auto& metric = result.metrics[at];
    const auto spread = at == result.rankedBy ? std::optional(distributionOf(result, at)) : std::nullopt;
    const auto valueOf = [&result, at](const auto& entry) { return result.value(entry.sample, entry.output, at); };
    columns.push_back(
        {{.file = metric.key}, kRight, [=](const auto& entry) { return fmt::format("{}", valueOf(entry)); }});
    columns.push_back({{.page = measureOf(metric, labels), .terminal = metric.key},
                       kRight,
                       [=, &metric](const auto& entry) {
                           const double value = valueOf(entry);
                           return spread ? Cell(value, badnessOf(*spread, metric, value)) : Cell(value);
                       },
                       {.worst = worstSide(metric.isLowWorst)}});
}

/// Of @p output, or of each sample's worst by this measure.
RowColumn<BadCaseEntry> windowColumn(const BadCaseResult& result, std::size_t at, const Labels& labels,
                                     std::optional<std::size_t> output)
{
    const auto valueOf = [=, &result](std::size_t sample) {
        return output ? result.value(sample, *output, at) : worstOfSample(result, at, sample).value;
    };
    const auto known = results::metricFromKey(result.metrics[at].key);
    results::BadnessScale scale;
    for (std::size_t sample = 0; known && sample < result.samples.size(); ++sample)
        scale.see(*known, valueOf(sample));
    auto [title, hint] = windowWords(result.metrics[at], labels);
    return {{.window = std::move(title)},
            kRight,
            [=](const auto& entry) {
                const double value = valueOf(entry.sample);
                return known ? Cell(value, scale.badness(*known, value)) : Cell(value);
            },
            {.measures = known, .hint = std::move(hint)}};
}

} // namespace

std::string measureOf(const BadCaseMetric& metric, const Labels& labels)
{
    if (!metric.expression.empty())
        return metric.expression;
    const auto known = results::metricFromKey(metric.key);
    return known ? std::string(labels(*known)) : metric.key;
}

RowColumns<BadCaseEntry> badCaseColumns(const BadCaseResult& result, const Labels& labels,
                                        std::optional<std::size_t> output)
{
    RowColumns<BadCaseEntry> columns{
        {{.title = labels("Number"), .terminal = "index", .file = "index"}, kRight, &BadCaseEntry::sample},
        {{.title = labels("Sample"), .terminal = "sample", .file = "sample"},
         kLeft,
         [&result](const auto& entry) { return result.samples[entry.sample]; },
         {.elidesMiddle = true}},
        {{.page = labels("Output"),
          .window = labels(output ? "Output" : "Worst output"),
          .terminal = "output",
          .file = "output"},
         kLeft,
         [&result](const auto& entry) { return result.outputs[entry.output]; },
         {.hint = output ? "" : labels("The output on which the sample is worst")}}};
    for (std::size_t at = 0; at < result.metrics.size(); ++at) {
        addWrittenColumns(columns, result, at, labels);
        columns.push_back(windowColumn(result, at, labels, output));
    }
    return columns;
}

} // namespace ql::report
