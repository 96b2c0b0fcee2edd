// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/result_parts.h"

#include <string>
#include <vector>

namespace ql::report {

/// `report.html`: one page that needs no other file and no network: tables, charts and a little script. Names and
/// messages come from models and are escaped.
std::string htmlReport(const results::ResultParts& parts, Language language);

/// The document "quantloupe.report/1": what the page was made of and where it is; @p page empty = nowhere.
std::string htmlReportJson(const std::vector<std::string>& sources, const std::string& page);

} // namespace ql::report
