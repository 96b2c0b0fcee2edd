// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/fix/fix_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/schema/schema_writer.h"
#include "core/results/fix_result.h"

#include <fmt/format.h>

namespace ql::report {

using results::FixResult;
using results::FixRow;

namespace {

std::string paragraph(const Labels& labels, Label what, const results::FixMeasure& measure)
{
    std::string outputs;
    for (const auto& [name, value] : measure.outputs)
        outputs += fmt::format("{}{}: {}", outputs.empty() ? "" : ", ", name, terminalText(Cell(value)));
    if (measure.judged)
        outputs += fmt::format("; {}: {}", labels(results::MetricId::Judge), terminalText(Cell(*measure.judged)));
    return fmt::format("<p>{}: {}</p>\n", escaped(labels(what)), escaped(outputs));
}

std::string deviationsSection(const FixResult& result, const Labels& labels)
{
    if (result.deviations.empty())
        return {};
    auto html =
        fmt::format("<h3>{}</h3>\n", escaped(labels("The model isn't what its own scales make of the baseline")));
    for (const auto& one : result.deviations)
        html += fmt::format("<p>{}</p>\n", escaped(fmt::format("{}: {} (−{:.1f} dB)", one.layer,
                                                               sentenceIn(one.what, labels), one.lossDb)));
    return html
           + fmt::format("<p>{}</p>\n",
                         escaped(labels("As it is simulated, that is mended; repairs start from there.")));
}

std::string section(const FixResult& result, const Labels& labels)
{
    auto html = fmt::format(
        "<p class=\"help\">{}</p>\n",
        escaped(labels("Each candidate is fitted to one part of the samples and judged on the other; those chosen were "
                       "added one by one, as long as no output lost there.")));
    if (result.given)
        html += paragraph(labels, "The model as given", *result.given);
    html += deviationsSection(result, labels);
    html += paragraph(labels, "As it is simulated", result.start);
    html += paragraph(labels, "Repaired", result.best);
    return html + pageTable("fix sortable", columnsAt(Place::Page, fixColumns(result, labels)), result.rows);
}

} // namespace

const AnalysisReport& fixReport()
{
    static const AnalysisReport kReport{"fix",
                                        readPart<FixResult>,
                                        {{57, "fix", "Repairs", sectionOf<FixResult, section>}},
                                        measureEach<FixResult, measureBest<FixResult>>,
                                        resultSchema<FixResult>};
    return kReport;
}

} // namespace ql::report
