// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/config_result.h"

#include <memory>

namespace ql::analysis {

/// configFromModel(), proved: the config is read back with its record and simulated, and what the simulation loses at
/// the worst output, or part of one, may differ from what @p analysis loses there by one decibel; on random inputs,
/// both held against the baseline. Outputs behind choices, and those that the models don't have in the same shape,
/// prove nothing. Networks without others, and those that random inputs don't suit (indices out of range), are not
/// proved, which a loss says. @throws Error (InvalidGraph) with both numbers, and the dialect that says it if there is
/// one; Error as configFromModel(); Cancelled
std::shared_ptr<const results::ConfigFromModel>
provedConfigFromModel(const graph::Graph& analysis, const results::ConfigFromModelRequest& request, JobContext& ctx);

} // namespace ql::analysis
