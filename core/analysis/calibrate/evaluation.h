// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/simulation.h"
#include "core/results/calibrate_result.h"

namespace ql::analysis {

/// Runs the float model of @p model and both quantized forms of it, @p qdq and @p integers, on the samples that
/// @p request evaluates on: how the outputs agree, and with labels how often each is right.
/// @throws Error naming the file, the sample or the output; Cancelled
void evaluate(const results::CalibrateRequest& request, const SimulatedModel& model, const graph::Graph& qdq,
              const graph::Graph& integers, results::CalibrateResult& result, JobContext& ctx);

} // namespace ql::analysis
