// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/result_parts.h"
#include "core/results/verdict.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace ql::report {

/// For reading in a terminal: a paragraph for each output, its largest shares beneath. Empty without a verdict.
std::string verdictText(const results::Verdict& verdict);

/// `error_budget.csv`: every quantizer's share of every output's noise power. Empty without a budget.
std::string budgetCsv(const results::Verdict& verdict);

/// The page's section; of several results the one with an error budget. Empty without a verdict.
std::string verdictSection(const results::ResultParts& parts, const Labels& labels);

} // namespace ql::report
