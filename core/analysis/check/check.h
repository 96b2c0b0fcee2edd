// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/rule_context.h"
#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/check_result.h"

#include <memory>

namespace ql::analysis {

/// What can be said about a model's structure and quantization without running it, and beside it what @p evidence
/// shows; operators need not be known.
/// The rules are the rules of core/analysis/checks. @throws Error (InvalidGraph) for a cycle; Cancelled
std::shared_ptr<const results::CheckResult> checkModel(const importers::ImportedModel& model,
                                                       const results::CheckRequest& request, JobContext& ctx,
                                                       checks::Evidence evidence = {});

} // namespace ql::analysis
