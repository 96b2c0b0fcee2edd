// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/diff/measurements.h"

#include "core/base/error.h"
#include "core/report/format/layer_words.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/weights_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::report {

using results::Measurement;
using results::MeasurementTable;
using Kind = results::Measurement::Kind;

namespace {

[[noreturn]] void refuseMetric(const MeasurementTable& table, const std::string& metric, const std::string& known)
{
    throw Error(ErrorCode::BadArgument, Message("{}: has no metric {}", table.file, metric),
                Message("there is {}", known));
}

std::optional<double> valueOf(const std::optional<results::Metrics>& metrics, results::MetricId metric)
{
    return metrics ? results::valueOf(*metrics, metric) : std::nullopt;
}

std::string knownMetrics()
{
    std::string known;
    for (const auto metric : results::kAllMetrics)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", results::key(metric));
    return known;
}

/// For a result that has every metric: the wanted one, or SQNR.
results::MetricId chooseMetric(const std::string& wanted, MeasurementTable& table)
{
    const auto metric = results::metricFromKey(wanted.empty() ? "sqnr_db" : wanted);
    if (!metric)
        refuseMetric(table, wanted, knownMetrics());
    table.metric = results::key(*metric);
    table.isLowWorst = results::isLowWorst(*metric);
    return *metric;
}

void measure(const results::CompareResult& result, const std::string& wanted, MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table);
    for (const auto& output : result.outputs)
        table.measurements.push_back({Kind::Output, output.name, valueOf(output.metrics, metric)});
    for (const auto& layer : result.layers)
        table.measurements.push_back({Kind::Row, layer.name, valueOf(layer.metrics, metric)});
}

/// A ranking may stand in the document under several metrics.
void measure(const results::SensitivityResult& result, const std::string& wanted, MeasurementTable& table)
{
    auto metric = result.outputs.empty() ? results::MetricId::Sqnr : result.outputs.front().metric;
    if (!wanted.empty())
        metric = results::metricFromKey(wanted).value_or(results::MetricId::MaxQscaleDiff);
    std::vector<const results::SensitivityOutput*> outputs;
    std::string known;
    for (const auto& output : result.outputs) {
        if (output.metric == metric)
            outputs.push_back(&output);
        known += fmt::format("{}{}", known.empty() ? "" : ", ", results::key(output.metric));
    }
    if (outputs.empty())
        refuseMetric(table, wanted, known);
    table.metric = results::key(metric);
    table.isLowWorst = results::isLowWorst(metric);
    for (const auto* output : outputs)
        table.measurements.push_back({Kind::Output, output->name, output->everythingOn});
    for (const auto* output : outputs)
        for (const auto& row : output->rows)
            table.measurements.push_back({Kind::Row,
                                          fmt::format("{}, {}{}", row.opName, row.sensitiveType,
                                                      outputs.size() > 1 ? " → " + output->name : std::string()),
                                          row.metricValue});
}

/// The column of the metric; "sqnr" is taken for "sqnr_db", as everywhere.
std::size_t columnOf(const results::BadCaseResult& result, const std::string& wanted, const MeasurementTable& table)
{
    if (wanted.empty())
        return result.rankedBy;
    const auto metric = results::metricFromKey(wanted);
    const auto key = metric ? std::string(results::key(*metric)) : wanted;
    std::string known;
    for (std::size_t i = 0; i < result.metrics.size(); ++i) {
        if (result.metrics[i].key == key)
            return i;
        known += (i == 0 ? "" : ", ") + result.metrics[i].key;
    }
    refuseMetric(table, wanted, known);
}

void measure(const results::BadCaseResult& result, const std::string& wanted, MeasurementTable& table)
{
    const auto column = columnOf(result, wanted, table);
    const auto& metric = result.metrics[column];
    table.metric = metric.expression.empty() ? metric.key : metric.expression;
    table.isLowWorst = metric.isLowWorst;
    if (result.samples.empty())
        return;
    for (std::size_t output = 0; output < result.outputs.size(); ++output)
        table.measurements.push_back(
            {Kind::Output, result.outputs[output], worstOfOutput(result, column, output).value});
    for (std::size_t sample = 0; sample < result.samples.size(); ++sample)
        for (std::size_t output = 0; output < result.outputs.size(); ++output)
            table.measurements.push_back(
                {Kind::Row,
                 result.samples[sample] + (result.outputs.size() > 1 ? " → " + result.outputs[output] : std::string()),
                 result.value(sample, output, column)});
}

/// Weights have no outputs.
void measure(const results::WeightsResult& result, const std::string& wanted, MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table);
    for (const auto& row : result.rows)
        table.measurements.push_back({Kind::Row, row.name(), valueOf(row.metrics, metric)});
}

/// What a layer adds itself is local, what stands there in the end accumulated.
void measure(const results::AttributionResult& result, const std::string& wanted, MeasurementTable& table)
{
    table.metric = wanted.empty() ? "accumulated_db" : wanted;
    if (table.metric != "accumulated_db" && table.metric != "local_db")
        refuseMetric(table, wanted, "accumulated_db, local_db");
    table.isLowWorst = true;
    for (const auto& output : result.outputs)
        table.measurements.push_back({Kind::Output, output.name, output.sqnrDb});
    for (const auto& row : result.rows)
        table.measurements.push_back(
            {Kind::Row, row.name, table.metric == "local_db" ? row.localDb : row.accumulatedDb});
}

/// The quantized layer on the baseline's inputs: what the layer itself does.
void measure(const results::ShadowResult& result, const std::string& wanted, MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table);
    for (const auto& row : result.rows)
        table.measurements.push_back({Kind::Row, row.name, valueOf(row.onBaselineInputs, metric)});
}

/// How many findings there are: of each severity for the whole model, and of each rule.
void measure(const results::CheckResult& result, const std::string& wanted, MeasurementTable& table)
{
    table.metric = wanted.empty() ? "findings" : wanted;
    if (table.metric != "findings")
        refuseMetric(table, wanted, "findings");
    using enum results::Severity;
    for (const auto severity : {Error, Warning, Info})
        table.measurements.push_back(
            {Kind::Output, std::string(severityKey(severity)), static_cast<double>(result.countOf(severity))});
    std::map<std::string, double> byRule;
    for (const auto& finding : result.findings)
        ++byRule[finding.rule];
    for (const auto& [rule, count] : byRule)
        table.measurements.push_back({Kind::Row, rule, count});
}

} // namespace

MeasurementTable measurementsOf(const ResultDocument& document, const std::string& metric)
{
    MeasurementTable table;
    table.file = document.file;
    table.command = document.command;
    const auto names = document.parts.models();
    table.baseline = names.baseline;
    table.analysis = names.analysis;
    const auto take = [&](const auto& results) {
        for (const auto& result : results)
            measure(*result, metric, table);
    };
    take(document.parts.all<results::CompareResult>());
    take(document.parts.all<results::BadCaseResult>());
    take(document.parts.all<results::SensitivityResult>());
    take(document.parts.all<results::AttributionResult>());
    take(document.parts.all<results::ShadowResult>());
    take(document.parts.all<results::WeightsResult>());
    take(document.parts.all<results::CheckResult>());
    return table;
}

} // namespace ql::report
