// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/graph.h"
#include "core/results/sensitivity_result.h"
#include "core/runtime/executor.h"

#include <functional>
#include <memory>

namespace ql::analysis {

/// The samples a question runs over, read one at a time.
struct SampleSource {
    std::size_t count = 0;
    std::function<runtime::NamedTensors(std::size_t index)> read;
};

/// Switches the analysis model's quantizers on (or off) one row at a time, on the baseline graph, and measures the
/// outputs against the baseline's. Nothing upstream of a switch runs again. Rankings so far go to @p listener.
/// @throws Error (InvalidGraph) when the quantizers, all on, don't reproduce the analysis model; Error as Execution; Cancelled
std::shared_ptr<const results::SensitivityResult> sensitivity(const graph::Graph& baseline, const graph::Graph& analysis,
                                                              const SampleSource& samples,
                                                              const results::SensitivityRequest& request, JobContext& ctx,
                                                              const results::SensitivityListener& listener = {});

} // namespace ql::analysis
