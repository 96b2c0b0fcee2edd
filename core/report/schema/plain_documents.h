// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_writer.h"

#include <string_view>

namespace ql::report {

// The schemas of documents that are no analysis' (those stand in its AnalysisReport), each defined beside what writes
// the document. @p command: what the document calls itself.

Json infoSchema(std::string_view command);
Json runSchema(std::string_view command);
Json diffSchema(std::string_view command);
Json analyzeSchema(std::string_view command);
Json projectSchema(std::string_view command);
Json htmlReportSchema(std::string_view command);

/// Of those of analyses that are more than a result.
Json badCaseSchema(std::string_view command);

} // namespace ql::report
