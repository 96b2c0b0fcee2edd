// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/fix_result.h"

#include <memory>

namespace ql::graph {
class Graph;
}

namespace ql::analysis {

/// Repairs the request's baseline as its config quantizes it, or as @p analysis is quantized, if that isn't null. What
/// is changed is fitted to one part of the data and chosen by what it wins on the other, where nothing chosen may lose.
/// Writes `<baseline>_fixed_qdq.onnx`, `<baseline>_fixed_record.txt` and, where weights changed,
/// `<baseline>_fixed.onnx` if a folder is given. @throws Error, Cancelled
std::shared_ptr<const results::FixResult> fixModel(const results::FixRequest& request, const graph::Graph* analysis,
                                                   JobContext& ctx);

} // namespace ql::analysis
