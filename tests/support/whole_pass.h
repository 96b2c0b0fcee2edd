// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runs/run.h"

#include <vector>

namespace ql::tests {

/// The outputs of @p graph for @p inputs, run by itself.
inline std::vector<at::Tensor> outputsOf(const graph::Graph& graph, const runs::NamedTensors& inputs)
{
    std::vector<at::Tensor> outputs;
    for (const auto& output : runs::outputsOf(runs::Program(graph), inputs, JobContext()))
        outputs.push_back(output.data.contiguous());
    return outputs;
}

} // namespace ql::tests
