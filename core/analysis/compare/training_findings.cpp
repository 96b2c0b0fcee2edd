// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/findings.h"

namespace ql::analysis {

namespace {

constexpr const char* kTrained = "QAT"; ///< ImportedModel::trainingState of quantizers that train

} // namespace

std::vector<results::Diagnostic> trainingFindings(const importers::ImportedModel& baseline,
                                                  const importers::ImportedModel& analysis)
{
    if (analysis.trainingState != kTrained || baseline.trainingState == kTrained)
        return {};
    results::Diagnostic finding;
    finding.rule = "retrained-weights";
    finding.message = Message("the analysis model's quantizers are in the state of quantization-aware training: its "
                              "weights may have changed since the baseline, and the differences show that, too");
    finding.remedy =
        Message("compare with the calibrated model that the training began with, or with the float weights "
                "of the trained one; weights shows which changed");
    finding.isGuess = true;
    return {finding};
}

} // namespace ql::analysis
