// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/run_census.h"
#include "core/runs/run.h"

#include <algorithm>
#include <map>

namespace ql::analysis::checks {

namespace {

/// The first output that the node has: an execution counts once.
bool isFirst(const runs::ValueEvent& event)
{
    const auto& outputs = event.node.outputs;
    const auto first = std::ranges::find_if(outputs, [](graph::ValueId output) { return output.isValid(); });
    return first - outputs.begin() == std::ptrdiff_t(event.output);
}

RunCensus::Seen seenIn(const runs::Tensor& tensor)
{
    const bool isThere = tensor.isDefined() || tensor.holdsStrings();
    return isThere ? RunCensus::Seen{tensor.type, tensor.shape()} : RunCensus::Seen{};
}

} // namespace

RunCensus takeCensus(const importers::ImportedModel& model, runs::NamedTensors inputs, JobContext& ctx)
{
    const auto& graph = model.graph;
    const runs::Program program(graph);
    RunCensus census;
    census.values.resize(graph.valueCount());
    census.executions.resize(graph.nodeCount());
    census.calls.resize(model.modules ? model.modules->calls.size() : 0);
    std::map<const graph::Node*, std::uint64_t> counts;
    runs::Hooks hooks;
    hooks.taps.push_back([&](const runs::ValueEvent& event) {
        if (&event.graph == &graph)
            census.values[event.value.position()] = seenIn(event.tensor);
        if (!isFirst(event))
            return;
        const auto count = ++counts[&event.node];
        if (&event.graph == &graph)
            census.executions[event.node.id.position()] = count;
        if (const auto call = model.modules ? model.modules->callOf(event.node) : -1; call >= 0)
            census.calls[std::size_t(call)] = std::max(census.calls[std::size_t(call)], count);
    });
    ctx.beginStage("running the model", program.order().size(), 0.05, 0.5);
    for (const auto input : graph.inputs())
        census.values[input.position()] = seenIn(runs::startOf(program, inputs, input));
    runs::run(program, std::move(inputs), ctx, std::move(hooks));
    return census;
}

} // namespace ql::analysis::checks
