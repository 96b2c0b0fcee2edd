// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/accuracy_result.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/weights_result.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::results {

/// What several commands found out about one pair of models; what is null or empty is not known.
struct ResultParts {
    std::shared_ptr<const CompareResult> comparison;
    std::vector<std::shared_ptr<const SensitivityResult>> sensitivities;
    std::shared_ptr<const BadCaseResult> badCase;
    std::shared_ptr<const WeightsResult> weights;
    std::shared_ptr<const AttributionResult> attribution;
    std::shared_ptr<const ShadowResult> shadow;
    std::shared_ptr<const CheckResult> check; ///< of one of the two models
    std::shared_ptr<const AccuracyResult> baselineAccuracy;
    std::shared_ptr<const AccuracyResult> analysisAccuracy;
};

struct ModelPair {
    std::string baseline;
    std::string analysis;
};
/// The files that the first of @p parts is about; a check alone names no baseline.
ModelPair modelsOf(const ResultParts& parts);

/// Calls @p visit(command, member) for every part that one command writes one of: all but the sensitivities, of which
/// there may be several, and the accuracies, which the demo's comparison brings.
template <typename Visit>
void forEachSinglePart(Visit visit)
{
    visit("compare", &ResultParts::comparison);
    visit("badcase", &ResultParts::badCase);
    visit("weights", &ResultParts::weights);
    visit("attribution", &ResultParts::attribution);
    visit("shadow", &ResultParts::shadow);
    visit("check", &ResultParts::check);
}

} // namespace ql::results
