// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"
#include "core/report/analysis_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/format/layer_words.h"
#include "core/report/html/drawing.h"
#include "core/report/html/markup.h"
#include "core/report/json/field_reader.h"
#include "core/report/profile/profile_report.h"
#include "core/report/schema/schema_writer.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ql::report {

using results::ProfileAttribute;
using results::ProfileResult;
using results::ProfileRow;
using results::TensorStatistics;

namespace {

constexpr std::size_t kMostRows = 250; ///< on the page, which has to stay a file that can be sent
constexpr std::size_t kSparkBins = 40;
constexpr PlotArea kSpark{120, 28, 0, 120, 1, 27};

Label attributeLabel(ProfileAttribute attribute)
{
    switch (attribute) {
    case ProfileAttribute::Input: return "input";
    case ProfileAttribute::Output: return "output";
    case ProfileAttribute::Weight: return "weight";
    case ProfileAttribute::Bias: return "bias";
    }
    return "";
}

std::string attributeIn(const ProfileRow& row, const Labels& labels)
{
    const auto label = labels(attributeLabel(row.attribute));
    return row.isOneOfSeveral ? fmt::format("{}-{}", label, row.number) : label;
}

/// The histogram by log10(1 + count), without axes: the numbers stand beside it.
Cell sparkCell(const ProfileRow& row)
{
    const auto& histogram = row.whole.histogram;
    if (histogram.counts.empty())
        return {Cell::Kind::Markup, "<td></td>"};
    const auto bins = coarser(histogram.counts, kSparkBins);
    const CountScale scale(kSpark, *std::ranges::max_element(bins));
    return {Cell::Kind::Markup,
            fmt::format("<td><svg class=\"spark\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
                        "{1:.0f}\" aria-hidden=\"true\"><path class=\"spread\" d=\"{2}\"/></svg></td>",
                        kSpark.width, kSpark.height, stepsPath(bins, kSpark.left, kSpark.right, scale))};
}

Columns<ProfileRow> columnsOf(const ProfileResult& result, const Labels& labels)
{
    Columns<ProfileRow> columns{
        {"#", kRight, &ProfileRow::index},
        {labels("Layer"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Name, row.modName); }},
        {labels("Operator"), kLeft, &ProfileRow::opName},
        {labels("Tensor"), kLeft, [&labels](const auto& row) { return attributeIn(row, labels); }},
        {labels("Type"), kLeft, &ProfileRow::dtype},
        {labels("Scale"), kRight, [](const auto& row) {
             return scaleText(row.quantizer, row.quantizer && row.quantizer->isPerChannel(), fourDigits);
         }}};
    for (const auto& [header, field] :
         {std::pair("Min", &TensorStatistics::min), std::pair("Max", &TensorStatistics::max),
          std::pair("mean", &TensorStatistics::mean), std::pair("variance", &TensorStatistics::variance)})
        columns.push_back({labels(header), kRight, [field = field](const auto& row) {
                               const auto& statistics = row.whole.statistics;
                               return hasNumbers(statistics) ? std::optional(statistics.*field) : std::nullopt;
                           }});
    columns.push_back({labels("NaN or infinite"), kRight, [](const auto& row) {
                           return Cell(row.whole.statistics.nanCount + row.whole.statistics.infCount,
                                       Cell::Kind::Count);
                       }});
    columns.push_back(
        {labels("Shape"), kLeft, [](const auto& row) { return Cell(Cell::Kind::Shape, profiledShape(row)); }});
    columns.push_back({labels("Distribution"), kLeft, sparkCell});
    if (result.hasTimes())
        columns.push_back({labels("Time (µs)"), kRight, &ProfileRow::micros});
    return columns;
}

std::string section(const ProfileResult& result, const Labels& labels)
{
    auto rows = widestFirst(result);
    if (result.hasTimes())
        std::ranges::stable_sort(rows, Falling<NaNs::Last>(),
                                 [](const ProfileRow* row) { return row->micros.value_or(kNaN); });
    const auto count = rows.size();
    rows.resize(std::min(kMostRows, count));
    auto html = fmt::format(
        "<p>{}; {}: {}; {}</p>\n", escaped(result.model), escaped(labels("samples observed")), result.samples,
        escaped(result.hasTimes() ? labels("the slowest layers first") : labels("the widest ranges first")));
    if (count > rows.size())
        html += fmt::format("<p class=\"alarm\">{}: {} / {}</p>\n", escaped(labels("Rows shown")), rows.size(), count);
    return html + pageTable("profile sortable", columnsOf(result, labels), rows);
}

/// Times where another tool measured them; else what says most of the values.
void measure(const ProfileResult& result, const std::string& wanted, results::MeasurementTable& table)
{
    const std::pair<std::string_view, double TensorStatistics::*> statistics[]{{"max", &TensorStatistics::max},
                                                                               {"min", &TensorStatistics::min},
                                                                               {"mean", &TensorStatistics::mean},
                                                                               {"var", &TensorStatistics::variance}};
    table.metric = !wanted.empty() ? wanted : result.hasTimes() ? "time_us" : "max";
    const auto found = std::ranges::find(statistics, table.metric, [](const auto& known) { return known.first; });
    if (found == std::end(statistics) && table.metric != "time_us")
        refuseMetric(table, wanted, "time_us, max, min, mean, var");
    for (const auto& row : result.rows) {
        const bool isKnown = found != std::end(statistics) && hasNumbers(row.whole.statistics);
        const bool isOfOutput = row.attribute == ProfileAttribute::Output && !row.isOneOfSeveral;
        table.addRow(isOfOutput ? row.modName : fmt::format("{}, {}", row.modName, attributeText(row)),
                     isKnown                     ? std::optional(row.whole.statistics.*found->second)
                     : table.metric == "time_us" ? row.micros
                                                 : std::nullopt);
    }
}

} // namespace

const AnalysisReport& profileReport()
{
    static const AnalysisReport kReport{
        .command = "profile",
        .read = readPart<ProfileResult>,
        .sections = {{52, "profile", "Data ranges of the layers", sectionOf<ProfileResult, section>}},
        .measure = measureEach<ProfileResult, measure>,
        .schema = resultSchema<ProfileResult>};
    return kReport;
}

} // namespace ql::report
