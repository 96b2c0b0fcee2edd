// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/runtime/command_session.h"
#include "core/report/html/html_report.h"

namespace ql::cli {

/// The language that --lang names.
report::Language languageOf(const CommonOptions& options);

/// Writes `report.html` into the --out folder: @p parts, and what earlier commands left there about the same pair of
/// models (compare.json, weights.json …) or about one of them (check.json, tune.json), so that one folder becomes one
/// report. With --pages also its parts as pages of their own.
/// @pre session.writesReports() @throws Error (FileWrite)
void writeHtmlReport(const CommandSession& session, results::ResultParts parts);

} // namespace ql::cli
