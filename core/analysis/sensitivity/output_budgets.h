// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/results/verdict.h"
#include "core/runtime/executor.h"

namespace ql::analysis {

/// Adds to @p verdict, on the outputs of @p baseline for @p inputs, the error budgets that a one-on ranking of every
/// quantizer gives; or why there are none. @throws Cancelled
void addBudgets(results::Verdict& verdict, const graph::Graph& baseline, const graph::Graph& analysis,
                const runtime::NamedTensors& inputs, bool replaysDecisions, JobContext& ctx);

} // namespace ql::analysis
