// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"

#include <algorithm>

namespace ql::report {

std::span<const AnalysisReport* const> analysisReports()
{
    static const AnalysisReport* const kReports[]{
#define QL_ANALYSIS(name, Type) &name##Report(),
#include "core/results/analyses.inc"
#undef QL_ANALYSIS
        &demoReport()};
    return kReports;
}

const AnalysisReport* reportOf(std::string_view command)
{
    const auto reports = analysisReports();
    const auto found =
        std::ranges::find(reports, command, [](const AnalysisReport* report) { return report->command; });
    return found == reports.end() ? nullptr : *found;
}

} // namespace ql::report
