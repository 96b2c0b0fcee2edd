// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/result_parts.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// `report.html`: one page that needs no other file and no network: tables, charts and a little script. Names and
/// messages come from models and are escaped.
std::string htmlReport(const results::ResultParts& parts, Language language);

/// A page of some sections, by the name that AMCT's users look for.
struct ReportPage {
    const char* file;
    Label title;
    std::vector<std::string_view> sections; ///< their ids
};

/// layerwise_analysis_report.html, graphwise_analysis_report.html, statistic_analysis_report.html.
std::span<const ReportPage> reportPages();
/// As htmlReport(), with the sections of @p page alone; nothing where @p parts have nothing for it.
std::optional<std::string> htmlPage(const ReportPage& page, const results::ResultParts& parts, Language language);

/// The document "quantloupe.report/1": what the page was made of and where it is; @p page empty = nowhere. @p files are
/// what was written in place of a page.
std::string htmlReportJson(const std::vector<std::string>& sources, const std::string& page,
                           const std::vector<std::filesystem::path>& files = {});

} // namespace ql::report
