// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/words.h"
#include "core/results/accuracy_result.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/weights_result.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::report {

/// What a report tells about one pair of models; what is null or empty is left out.
struct HtmlParts {
    std::shared_ptr<const results::CompareResult> comparison;
    std::vector<std::shared_ptr<const results::SensitivityResult>> sensitivities;
    std::shared_ptr<const results::BadCaseResult> badCase;
    std::shared_ptr<const results::WeightsResult> weights;
    std::shared_ptr<const results::AttributionResult> attribution;
    std::shared_ptr<const results::AccuracyResult> baselineAccuracy;
    std::shared_ptr<const results::AccuracyResult> analysisAccuracy;
};

/// `report.html`: one page that needs no other file and no network: tables, charts and a little script. Names and
/// messages come from models and are escaped.
std::string htmlReport(const HtmlParts& parts, Language language);

/// The document "quantloupe.report/1": what the page was made of and where it is; @p page empty = nowhere.
std::string htmlReportJson(const std::vector<std::string>& sources, const std::string& page);

} // namespace ql::report
