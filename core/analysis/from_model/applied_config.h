// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/applied_result.h"

#include <memory>

namespace ql::analysis {

/// Holds @p analysis, a quantized model, against the config that it should have been made with: of each layer of the
/// request's baseline, the width of what it reads, and width and granularity of its weight. Signed and unsigned
/// integers are the same to it; scales are no matter of it. Runs nothing. @throws Error (InvalidGraph) when nothing in
/// @p analysis is quantized, (BadArgument) for a config that can't be used, (FileCorrupt), (UnsupportedFormat)
std::shared_ptr<const results::AppliedConfig>
appliedConfig(const graph::Graph& analysis, const results::AppliedConfigRequest& request, JobContext& ctx);

} // namespace ql::analysis
