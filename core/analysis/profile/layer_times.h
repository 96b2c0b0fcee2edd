// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/profile_result.h"
#include "core/runtime/executor.h"

#include <vector>

namespace ql::analysis {

constexpr std::size_t kTimedPasses = 3;

/// How long the layers that @p filter lets through take on @p inputs, each node by itself: nothing is run along with
/// others. The fastest of kTimedPasses passes counts. Quantizers around a layer are no part of it. Steps @p ctx once
/// per pass and node. @throws Error, Cancelled
std::vector<results::LayerTime> layerTimes(const runtime::Program& program, const runtime::NamedTensors& inputs,
                                           const results::LayerFilter& filter, JobContext& ctx);

} // namespace ql::analysis
