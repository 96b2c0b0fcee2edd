// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/diff/measurements.h"

#include "core/base/error.h"
#include "core/report/analysis_report.h"

#include <fmt/format.h>

namespace ql::report {

using results::MeasurementTable;

void refuseMetric(const MeasurementTable& table, const std::string& metric, const std::string& known)
{
    throw Error(ErrorCode::BadArgument, Message("{}: has no metric {}", table.file, metric),
                Message("there is {}", known));
}

results::MetricId chooseMetric(const std::string& wanted, MeasurementTable& table)
{
    const auto metric = results::metricFromKey(wanted.empty() ? "sqnr_db" : wanted);
    std::string known;
    for (const auto each : results::kAllMetrics)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", keyOf(each));
    if (!metric)
        refuseMetric(table, wanted, known);
    table.metric = keyOf(*metric);
    table.isLowWorst = results::isLowWorst(*metric);
    return *metric;
}

MeasurementTable measurementsOf(const ResultDocument& document, const std::string& metric)
{
    MeasurementTable table;
    table.file = document.file;
    table.command = document.command;
    const auto names = document.parts.models();
    table.baseline = names.baseline;
    table.analysis = names.analysis;
    for (const auto* report : analysisReports())
        if (report->measure)
            report->measure(document.parts, metric, table);
    return table;
}

} // namespace ql::report
