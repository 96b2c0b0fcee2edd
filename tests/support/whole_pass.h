// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"

#include <vector>

namespace ql::tests {

/// The outputs of @p graph for @p inputs, run by itself.
inline std::vector<at::Tensor> outputsOf(const graph::Graph& graph, const runs::NamedTensors& inputs)
{
    const runs::Program program(graph);
    runs::Pass pass(program, inputs);
    JobContext ctx;
    pass.finish(ctx);
    std::vector<at::Tensor> outputs;
    for (const auto& output : pass.outputs())
        outputs.push_back(output.data.contiguous());
    return outputs;
}

} // namespace ql::tests
