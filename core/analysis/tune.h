// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/tune_result.h"

namespace ql::analysis {

/// Searches overrides until the target holds: layers are ranked by what quantizing each alone does; then, one at a
/// time, of the worst of them the one that helps the whole network most gets int16, or is left in float where that
/// helps clearly more; at the end overrides are taken back that turned out unneeded. The data is run for calibration
/// once. What is known so far goes to @p listener after every step. @throws Error (BadArgument) as simulateModel;
/// Cancelled
std::shared_ptr<const results::TuneResult> tune(const results::TuneRequest& request, JobContext& ctx,
                                                const results::TuneListener& listener = {});

} // namespace ql::analysis
