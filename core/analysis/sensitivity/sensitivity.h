// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/analyses.h"
#include "core/results/sensitivity_result.h"
#include "core/results/verdict.h"

#include <memory>

namespace ql::analysis {

struct PairedLayers;

/// Switches the analysis model's quantizers on (or off) one row at a time, on the baseline graph, and measures the
/// outputs against the baseline's. Nothing upstream of a switch runs again. Then leaves the most sensitive rows float
/// together, one more at a time. Rankings so far go to @p listener, also when the ranking ends early; with a folder in
/// the request they are also kept there, and the same ranking goes on from them. @p paired is how the layers
/// correspond, where somebody knows.
/// @throws Error (BadArgument) for filters that leave nothing; Error (InvalidGraph) when the quantizers, all on, don't
/// reproduce the analysis model; Error as runs::run(); Cancelled
std::shared_ptr<const results::SensitivityResult>
sensitivity(const graph::Graph& baseline, const graph::Graph& analysis, const SampleSource& samples,
            const results::SensitivityRequest& request, JobContext& ctx,
            const results::Listener<results::SensitivityResult>& listener = {}, const PairedLayers* paired = nullptr);

/// Adds to @p verdict, on the outputs of @p baseline for @p sample, the error budgets that a one-on ranking of every
/// quantizer gives; or why there are none. @throws Cancelled
void addBudgets(results::Verdict& verdict, const graph::Graph& baseline, const graph::Graph& analysis,
                const SampleSource& sample, bool replaysDecisions, JobContext& ctx);

} // namespace ql::analysis
