// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/attribution_result.h"

#include <memory>

namespace ql::analysis {

struct PairedLayers;

/// Takes the error of every quantized layer apart by controlled runs: the baseline with all of the analysis model's
/// quantizers off and on, and each layer alone twice, on quantized inputs and with quantized weights. Rows get no
/// numbers yet. @p paired is how the layers correspond, where somebody knows.
/// @throws Error (InvalidGraph) when the quantizers, all on, don't reproduce the analysis model; Error as runs::run();
/// Cancelled
std::shared_ptr<results::AttributionResult> attributeErrors(const graph::Graph& baseline, const graph::Graph& analysis,
                                                            const SampleSource& samples,
                                                            const results::AttributionRequest& request, JobContext& ctx,
                                                            const PairedLayers* paired = nullptr);

} // namespace ql::analysis
