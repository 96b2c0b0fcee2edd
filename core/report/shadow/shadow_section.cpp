// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/iteration_paragraphs.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/shadow/shadow_report.h"
#include "core/results/shadow_result.h"

#include <algorithm>

namespace ql::report {

using results::MetricId;
using results::ShadowResult;
using results::ShadowRow;

namespace {

std::string section(const ShadowResult& result, const Labels& labels)
{
    return fmt::format("<p class=\"help\">{}</p>\n",
                       escaped(labels("The quantized layer runs on the baseline's inputs, so that only its own error "
                                      "and that of the quantizers before its inputs shows; then the float layer on the "
                                      "analysis model's inputs; accumulated is the "
                                      "error that has gathered in the whole model.")))
           + (result.samples ? spreadsPage(*result.samples, spreadsOf(result), labels) : std::string())
           + pageTable("shadow sortable", columnsAt(Place::Page, shadowColumns(result, labels)),
                       chosenRows(result.rows, &ShadowRow::onBaselineInputs, {MetricId::Sqnr, 0}))
           + leftOutParagraphs(result.rows, labels);
}

/// The quantized layer on the baseline's inputs: what the layer itself does.
void measure(const ShadowResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const auto metric = chooseMetric(wanted, table, [&result](MetricId each) {
        return std::ranges::any_of(result.rows,
                                   [each](const auto& row) { return valueOf(row.onBaselineInputs, each).has_value(); });
    });
    for (const auto& row : result.rows)
        table.addRow(row.name, valueOf(row.onBaselineInputs, metric));
}

} // namespace

const AnalysisReport& shadowReport()
{
    static const AnalysisReport kReport{
        "shadow",
        readPart<ShadowResult>,
        {{50, "shadow", "Own error: each layer on the other model's inputs", sectionOf<ShadowResult, section>}},
        measureEach<ShadowResult, measure>,
        resultSchema<ShadowResult>};
    return kReport;
}

} // namespace ql::report
