// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/verdict.h"

namespace ql::analysis {

/// Adds to @p verdict, on the outputs of @p baseline for @p sample, the error budgets that a one-on ranking of every
/// quantizer gives; or why there are none. @throws Cancelled
void addBudgets(results::Verdict& verdict, const graph::Graph& baseline, const graph::Graph& analysis,
                const SampleSource& sample, bool replaysDecisions, JobContext& ctx);

} // namespace ql::analysis
