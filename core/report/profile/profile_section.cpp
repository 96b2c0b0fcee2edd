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
#include "core/results/compare_result.h"

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
std::string section(const ProfileResult& result, const LayerNumbers& numbers, const Labels& labels)
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
    return html + pageTable("profile sortable", columnsAt(Place::Page, profileColumns(result, labels, numbers)), rows);
}

/// Of a model that the page compares, too, by the numbers of that comparison.
std::string sections(const results::ResultParts& parts, const Labels& labels)
{
    std::string html;
    for (const auto& result : parts.all<ProfileResult>()) {
        LayerNumbers numbers;
        for (const auto& compared : parts.all<results::CompareResult>())
            if (numbers.empty() && (compared->baseline == result->model || compared->analysis == result->model))
                numbers = layerNumbers(*compared);
        html += section(*result, numbers, labels);
    }
    return html;
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
    static const AnalysisReport kReport{.command = "profile",
                                        .read = readPart<ProfileResult>,
                                        .sections = {{52, "profile", "Data ranges of the layers", sections}},
                                        .measure = measureEach<ProfileResult, measure>,
                                        .schema = resultSchema<ProfileResult>};
    return kReport;
}

} // namespace ql::report
