// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/profile.h"

#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/row_filter.h"
#include "core/runs/run.h"

#include <limits>
#include <set>

namespace ql::analysis {

std::vector<results::LayerTime> layerTimes(const runs::Program& program, const runs::NamedTensors& inputs,
                                           const results::LayerFilter& filter, JobContext& ctx)
{
    const auto times = runs::nodeSeconds(program, inputs, kTimedPasses, ctx);
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
