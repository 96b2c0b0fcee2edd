// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/diff/diff_report.h"

#include "core/base/error.h"
#include "core/report/analysis_report.h"
#include "core/report/format/report_files.h"
#include "core/report/json/field_writer.h"
#include "core/report/json/json_writer.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::report {

using results::DiffResult;
using results::DiffRow;
using Kind = results::Measurement::Kind;
using Change = results::DiffRow::Verdict;
using results::MeasurementTable;

namespace {

constexpr std::size_t kNameWidth = 60;

bool isInBoth(const DiffRow& row)
{
    return row.before && row.after;
}

std::string_view kindKey(Kind kind)
{
    return kind == Kind::Output ? "output" : "row";
}

Column<DiffRow> changeColumn()
{
    return {"change", kRight,
            [](const DiffRow& row) { return isInBoth(row) ? std::optional(row.change) : std::nullopt; }};
}

std::string tableOf(const DiffResult& result, Kind kind, std::size_t top)
{
    // Every output is shown; of the rest only what changed.
    auto rows = worstFirst(result, 0);
    std::erase_if(rows, [kind](const DiffRow* row) {
        return row->kind != kind || (kind == Kind::Row && row->verdict == Change::Same);
    });
    if (top > 0 && rows.size() > top)
        rows.resize(top);
    const Columns<DiffRow> columns{{kind == Kind::Output ? "output" : "layer or sample", kLeft,
                                    [](const auto& row) { return shortened(oneLine(row.name), kNameWidth); }},
                                   {"before", kRight, &DiffRow::before},
                                   {"after", kRight, &DiffRow::after},
                                   changeColumn(),
                                   {"verdict", kLeft, [](const auto& row) { return keyOf(row.verdict); }}};
    return rows.empty() ? std::string() : textTable(columns, rows).plain() + "\n";
}

void sideFields(auto& visit, const MeasurementTable& table)
{
    visit("file", table.file);
    visit("baseline", table.baseline);
    visit("analysis", table.analysis);
}

void rowFields(auto& visit, const DiffRow& row)
{
    visit.word("kind", row.kind == Kind::Output, "output", "row");
    visit("name", row.name);
    visit("before", row.before);
    visit("after", row.after);
    visit("change", isInBoth(row) ? std::optional(row.change) : std::nullopt);
    visit("worsening", isInBoth(row) ? std::optional(row.worsening) : std::nullopt);
    visit("verdict", row.verdict);
}

void documentFields(auto& visit, const DiffResult& result)
{
    visit("command", result.before.command);
    visit("metric", result.before.metric);
    visit.word("order", result.before.isLowWorst, "ascending", "descending");
    visit("threshold", result.threshold);
    visit.nested("before", [&](auto& inner) { sideFields(inner, result.before); });
    visit.nested("after", [&](auto& inner) { sideFields(inner, result.after); });
    visit.nested("counts", [&](auto& inner) {
        for (const auto& [verdict, word] : wordsOf(Change{}))
            inner(word, result.count(verdict));
    });
    visit.list("rows", result.rows, [](auto& inner, auto& row) { rowFields(inner, row); });
}

} // namespace

void refuseMetric(const MeasurementTable& table, const std::string& metric, const std::string& known)
{
    throw Error(ErrorCode::BadArgument, Message("{}: has no metric {}", table.file, metric),
                Message("there is {}", known));
}

results::MetricId chooseMetric(const std::string& wanted, MeasurementTable& table,
                               const std::function<bool(results::MetricId metric)>& isMeasured)
{
    auto metric = results::metricFromKey(wanted.empty() ? "sqnr_db" : wanted);
    if (wanted.empty() && isMeasured && !isMeasured(results::MetricId::Sqnr))
        if (const auto other = std::ranges::find_if(results::kAllMetrics, isMeasured);
            other != results::kAllMetrics.end())
            metric = *other;
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
        if (report->measure && (document.tool.empty() || report->command == document.command))
            report->measure(document.parts, metric, table);
    if (table.metric.empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{}: a result of {} holds nothing to compare", document.file, document.command));
    return table;
}

std::string diffText(const DiffResult& result, std::size_t top)
{
    return fmt::format(
               "{} worse, {} better, {} the same, {} added, {} removed by {} ({} values are bad; changes beyond "
               "{}).\n\n",
               result.count(Change::Worse), result.count(Change::Better), result.count(Change::Same),
               result.count(Change::Added), result.count(Change::Removed), result.before.metric,
               result.before.isLowWorst ? "low" : "high", result.threshold)
           + fmt::format("before  {}: {} against {}\nafter   {}: {} against {}\n\n", oneLine(result.before.file),
                         oneLine(result.before.analysis), oneLine(result.before.baseline), oneLine(result.after.file),
                         oneLine(result.after.analysis), oneLine(result.after.baseline))
           + tableOf(result, Kind::Output, 0) + tableOf(result, Kind::Row, top);
}

std::string diffCsv(const DiffResult& result)
{
    const auto exactly = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; };
    const Columns<DiffRow> columns{
        {"kind", kLeft, [](const auto& row) { return kindKey(row.kind); }},
        {"name", kLeft, &DiffRow::name},
        {"before", kRight, [=](const auto& row) { return exactly(row.before); }},
        {"after", kRight, [=](const auto& row) { return exactly(row.after); }},
        {"change", kRight, [=](const auto& row) { return exactly(changeColumn().cell(row).number); }},
        {"verdict", kLeft, [](const auto& row) { return keyOf(row.verdict); }}};
    return csvTable(columns, result.rows);
}

std::string diffJson(const DiffResult& result)
{
    Json document = documentHead("diff");
    FieldWriter writer(document);
    documentFields(writer, result);
    return documentText(document);
}

Json diffSchema(std::string_view command)
{
    return documentSchema(command, [](auto& visit) { documentFields(visit, DiffResult()); });
}

std::vector<std::filesystem::path> writeDiffFiles(const DiffResult& result, const std::filesystem::path& folder)
{
    return writeReportFiles(
        folder, {{"diff.txt", diffText(result, 0)}, {"diff.csv", diffCsv(result)}, {"diff.json", diffJson(result)}});
}

} // namespace ql::report
