// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tune/set_judge.h"
#include "core/base/job_context.h"

namespace ql::analysis {

/// Begins with everything in float and quantizes layers as long as the targets hold, those first that do least harm
/// alone; then goes on with those between, and with int16 in place of float. Layers that hide each other are no
/// obstacle: nothing is decided by what one layer in float wins. @p ranking is worst first. Nothing where the targets
/// don't hold even with a single layer quantized.
std::optional<results::TunePoint> searchForward(const std::vector<results::TuneOverride>& ranking,
                                                const SetJudge& judge, JobContext& ctx);

} // namespace ql::analysis
