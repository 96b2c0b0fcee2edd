// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/analyses.h"
#include "core/results/finetune_result.h"

#include <memory>

namespace ql::graph {
class Graph;
}

namespace ql::analysis {

/// Trains the request's baseline as its config quantizes it, or as @p analysis is quantized, if that isn't null: every
/// step moves weights and ranges so that layers and outputs come nearer to those of the float network on a few samples.
/// What is offered is the best of the networks that were held against samples nothing was trained on, if no output of
/// it is worse than before. Writes `<baseline>_finetuned_qdq.onnx`, `<baseline>_finetuned_record.txt` and
/// `<baseline>_finetuned.onnx` if a folder is given, also where it is cancelled; @p listener is told after each check
/// and then. @throws Error, Cancelled
std::shared_ptr<const results::FinetuneResult>
finetuneModel(const results::FinetuneRequest& request, const graph::Graph* analysis, JobContext& ctx,
              const results::Listener<results::FinetuneResult>& listener = {});

} // namespace ql::analysis
