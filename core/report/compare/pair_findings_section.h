// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/compare_result.h"

#include <string>

namespace ql::report {

/// What is to be known of the two models before the verdict is believed, for a terminal: a line for each finding. Empty
/// without any.
std::string pairFindingsText(const results::CompareResult& result);
/// The same for a page.
std::string pairFindingsTable(const results::CompareResult& result, const Labels& labels);

} // namespace ql::report
