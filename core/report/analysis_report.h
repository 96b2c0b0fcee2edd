// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/json/json_writer.h"
#include "core/results/diff/diff_result.h"
#include "core/results/result_parts.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

class JsonPlace;

/// A section of the page.
struct ReportSection {
    int place; ///< rising from top to bottom
    const char* id;
    Label title;
    /// The inside of its `<section>`; nothing when the parts hold nothing for it.
    std::string (*write)(const results::ResultParts& parts, const Labels& labels);
};

/// What the reports know about one analysis, each in its own folder. What it can't do it leaves out.
struct AnalysisReport {
    std::string_view command; ///< whose documents these are
    /// Adds what a document says. @throws Error (FileCorrupt) naming the place
    void (*read)(const JsonPlace& document, results::ResultParts& parts) = nullptr;
    std::vector<ReportSection> sections = {};
    /// Adds the numbers that `diff` compares under metric @p wanted; empty = the result's own.
    /// @throws Error (BadArgument) naming the metrics that there are
    void (*measure)(const results::ResultParts& parts, const std::string& wanted,
                    results::MeasurementTable& table) = nullptr;
    /// Describes these documents.
    Json (*schema)(std::string_view command) = nullptr;
};

/// All of core/results/analyses.inc in its order, and the demo.
std::span<const AnalysisReport* const> analysisReports();
/// Null if there is none.
const AnalysisReport* reportOf(std::string_view command);

#define QL_ANALYSIS(name, Type) const AnalysisReport& name##Report();
#include "core/results/analyses.inc"
#undef QL_ANALYSIS
const AnalysisReport& demoReport();

/// A section or the measurements of every result of one kind, written by @p Write of one result.
template <typename Result, auto Write>
std::string sectionOf(const results::ResultParts& parts, const Labels& labels)
{
    std::string html;
    for (const auto& result : parts.all<Result>())
        html += Write(*result, labels);
    return html;
}
template <typename Result, auto Measure>
void measureEach(const results::ResultParts& parts, const std::string& wanted, results::MeasurementTable& table)
{
    for (const auto& result : parts.all<Result>())
        Measure(*result, wanted, table);
}

} // namespace ql::report
