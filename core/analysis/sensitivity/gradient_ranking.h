// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/base/job_context.h"
#include "core/results/sensitivity_result.h"

#include <memory>

namespace ql::analysis {

/// Ranks as sensitivity() does one-on, but predicts the rows' numbers by GradientScores; then runs those rows that come
/// first, as many as the request wants exact, and growing sets of them. There is no verdict, which takes every row's
/// own run. @throws Error (BadArgument) for what derivatives can't predict: another mode or metric, replayed decisions,
/// functions of the calling program, quantizers in loops, several ranks; Error as GradientScores; Cancelled
std::shared_ptr<const results::SensitivityResult>
gradientRanking(const graph::Graph& baseline, const graph::Graph& analysis, const SwitchedModel& model,
                const SampleSource& samples, const results::SensitivityRequest& request, JobContext& ctx);

} // namespace ql::analysis
