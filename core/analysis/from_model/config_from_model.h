// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/config_result.h"

#include <memory>

namespace ql::analysis {

/// A config and a record with which a simulation of the request's baseline does what @p analysis, a quantized model
/// made from it, does. What the dialect or the simulation can't do is listed in the result. Runs nothing.
/// @throws Error (InvalidGraph) when nothing in @p analysis is quantized, or a scale is no finite number above zero,
/// (BadArgument) for an unknown dialect, and where no config with a record can say how it is quantized
std::shared_ptr<const results::ConfigFromModel>
configFromModel(const graph::Graph& analysis, const results::ConfigFromModelRequest& request, JobContext& ctx);

} // namespace ql::analysis
