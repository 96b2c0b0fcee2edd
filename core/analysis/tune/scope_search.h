// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tune/set_judge.h"
#include "core/base/job_context.h"

namespace ql::analysis {

/// @p start with whole @p scopes in float, one after the other: each time the cheapest that reaches the target, or
/// else the one that comes nearest, as long as that wins more than @p clearly.
results::TunePoint searchScopes(const results::TunePoint& start, const std::vector<results::TuneOverride>& scopes,
                                const SetJudge& judge, double clearly, JobContext& ctx);

} // namespace ql::analysis
