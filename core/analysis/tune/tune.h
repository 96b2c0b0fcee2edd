// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/analyses.h"
#include "core/results/tune_result.h"

namespace ql::analysis {

/// Searches overrides until the targets hold. Layers are ranked by what quantizing each alone does; then, one at a
/// time, of the worst of them the one that helps the whole network most gets a scale per channel of its weights, int16,
/// or is left in float, the dearer of these where it helps clearly more. Where none of these helps, all layers are
/// ranked anew by what leaving each in float wins on top of the overrides; where that fails too, the next best first
/// choices are followed instead. At the end overrides are taken back that turned out unneeded, and made cheaper where
/// that is enough. Where few layers aren't enough, whole scopes are left in float, and the search goes from everything
/// in float, too. At last single quantizers are put in int16, alone and in place of the layers found. The answer is the
/// cheapest set tried that holds the targets. With a config the overrides are edits of
/// it, and only those that its dialect can say and its target's rules allow are tried. The data is run for calibration
/// once. What is known so far goes to @p listener after every step. @throws Error (BadArgument) as simulateModel;
/// Cancelled
std::shared_ptr<const results::TuneResult> tune(const results::TuneRequest& request, JobContext& ctx,
                                                const results::Listener<results::TuneResult>& listener = {});

} // namespace ql::analysis
