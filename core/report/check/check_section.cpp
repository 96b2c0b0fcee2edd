// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/results/check_result.h"

#include <fmt/format.h>

#include <map>

namespace ql::report {

using results::CheckResult;
using results::Diagnostic;

namespace {

std::string section(const CheckResult& result, const Labels& labels)
{
    const auto head = fmt::format("<p class=\"help\">{}: {}</p>\n", escaped(labels("Model")), escaped(result.model));
    if (result.findings.empty())
        return head + fmt::format("<p>{}</p>\n", escaped(labels("Nothing to complain about.")));
    const Columns<Diagnostic> columns{
        {labels("Severity"), kLeft, [&](const auto& finding) { return severityCell(finding.severity, labels); }},
        {labels("Layer"), kLeft, [](const auto& finding) { return Cell(Cell::Kind::Name, finding.subject); }},
        {labels("Rule"), kLeft, &Diagnostic::rule},
        {labels("Finding"), kLeft, [&](const auto& finding) { return sentenceCell(finding.message, labels); }},
        {labels("What to do"), kLeft, [&](const auto& finding) { return sentenceCell(finding.remedy, labels); }}};
    return head + pageTable("check words sortable", columns, result.findings);
}

/// How many findings there are: of each severity for the whole model, and of each rule.
void measure(const CheckResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    table.metric = wanted.empty() ? "findings" : wanted;
    if (table.metric != "findings")
        refuseMetric(table, wanted, "findings");
    using enum results::Severity;
    for (const auto severity : {Error, Warning, Info})
        table.addOutput(std::string(keyOf(severity)), static_cast<double>(result.countOf(severity)));
    std::map<std::string, double> byRule;
    for (const auto& finding : result.findings)
        ++byRule[finding.rule];
    for (const auto& [rule, count] : byRule)
        table.addRow(rule, count);
}

} // namespace

const AnalysisReport& checkReport()
{
    static const AnalysisReport kReport{
        "check",
        readPart<CheckResult>,
        {{90, "check", "Checks: what the model itself shows", sectionOf<CheckResult, section>}},
        measureEach<CheckResult, measure>,
        resultSchema<CheckResult>};
    return kReport;
}

} // namespace ql::report
