// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/profile.h"

#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/row_filter.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

namespace ql::analysis {

namespace {

/// By node: its fastest pass. What stands in a body counts for the node that runs the body.
std::vector<double> nodeTimes(const runtime::Program& program, const runtime::NamedTensors& inputs, JobContext& ctx)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> fastest(program.graph().nodeCount(), std::numeric_limits<double>::infinity());
    for (std::size_t pass = 0; pass < kTimedPasses; ++pass) {
        runtime::Execution execution(program, inputs, {.taps = {}, .interceptors = {}, .stop = ctx.stopToken()});
        while (!execution.isDone()) {
            double& best = fastest[execution.next().position()];
            const auto began = Clock::now();
            execution.step();
            best = std::min(best, std::chrono::duration<double>(Clock::now() - began).count());
            ctx.step();
        }
    }
    return fastest;
}

} // namespace

std::vector<results::LayerTime> layerTimes(const runtime::Program& program, const runtime::NamedTensors& inputs,
                                           const results::LayerFilter& filter, JobContext& ctx)
{
    const auto times = nodeTimes(program, inputs, ctx);
    std::vector<results::LayerTime> layers;
    std::set<graph::NodeId> counted; // further outputs of a node are layers of their own, but it ran once
    for (const Layer& layer : collectLayers(program.graph())) {
        if (layer.isInput() || !layer.isShownByDefault() || !passes(filter, {layer.name, layer.scope}, {layer.opType}))
            continue;
        double seconds = 0.0;
        for (const auto node : layer.run)
            if (times[node.position()] < std::numeric_limits<double>::infinity() && counted.insert(node).second)
                seconds += times[node.position()];
        layers.push_back({layer.name, seconds});
    }
    return layers;
}

} // namespace ql::analysis
