// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run.h"

#include "core/graph/operators/op_kind.h"
#include "core/runs/program/pass.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace ql::runs {

std::vector<Tensor> run(const Program& program, NamedTensors inputs, JobContext& ctx, Hooks hooks)
{
    hooks.stop = ctx.stopToken();
    Pass pass(program, std::move(inputs), std::move(hooks));
    pass.finish(ctx);
    return pass.outputs();
}

std::vector<Tensor> outputsOf(const Program& program, NamedTensors inputs, const JobContext& ctx, Hooks hooks)
{
    JobContext uncounted(ctx.stopToken(), {});
    return run(program, std::move(inputs), uncounted, std::move(hooks));
}

void requireInputs(const Program& program, const NamedTensors& inputs)
{
    const Pass pass(program, inputs);
}

const Tensor& startOf(const Program& program, const NamedTensors& inputs, graph::ValueId value)
{
    const auto given = inputs.find(program.graph().value(value).name);
    const bool isInput = given != inputs.end() && !program.graph().value(value).producer.isValid();
    return isInput ? given->second : program.constant(value);
}

Tap tapOfNodes(const graph::Graph& graph,
               std::function<void(const graph::Node& node, std::span<const Tensor> inputs)> look)
{
    return [&graph, look = std::move(look)](const ValueEvent& event) {
        if (&event.graph == &graph && !event.node.body.isValid() && isFirstResult(event))
            look(event.node, event.inputs);
    };
}

std::vector<double> nodeSeconds(const Program& program, const NamedTensors& inputs, std::size_t passes, JobContext& ctx)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> fastest(program.graph().nodeCount(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < passes; ++i) {
        Pass pass(program, inputs, {.stop = ctx.stopToken()});
        while (!pass.isDone()) {
            double& best = fastest[pass.next().position()];
            const auto began = Clock::now();
            pass.step();
            best = std::min(best, std::chrono::duration<double>(Clock::now() - began).count());
            ctx.step();
        }
    }
    return fastest;
}

std::vector<std::uint64_t> nodeMacs(const Program& program, const NamedTensors& inputs, const JobContext& ctx)
{
    const auto& graph = program.graph();
    std::vector<std::uint64_t> macs(graph.nodeCount(), 0);
    Pass pass(program, inputs, {.stop = ctx.stopToken()});
    while (!pass.isDone()) {
        const auto& node = graph.node(pass.next());
        const auto shapes = shapesOf(pass, node.inputs);
        ctx.throwIfCancelled();
        pass.step();
        macs[node.id.position()] = graph::multiplyAccumulates(node, shapes, shapesOf(pass, node.outputs));
    }
    return macs;
}

} // namespace ql::runs
