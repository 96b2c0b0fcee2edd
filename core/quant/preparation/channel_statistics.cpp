// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/channel_statistics.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ql::quant {

namespace {

/// Of the standard normal distribution, up to @p x.
double probability(double x)
{
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double density(double x)
{
    return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
}

} // namespace

StatisticsByValue normalizedStatistics(const graph::Graph& graph)
{
    StatisticsByValue found;
    for (const auto& node : graph.nodes()) {
        if (!graph::traitsOf(node).foldsIntoConvolution || node.inputs.size() < 3 || node.body.isValid())
            continue;
        const auto* factor = graph.constantOf(node.inputs[1]);
        const auto* offset = graph.constantOf(node.inputs[2]);
        if (!factor || !offset || factor->size() != offset->size())
            continue;
        ChannelStatistics statistics{offset->toDoubles(), factor->toDoubles()};
        for (auto& deviation : statistics.deviations)
            deviation = std::abs(deviation);
        found.insert_or_assign(graph.value(node.outputs.at(0)).name, std::move(statistics));
    }
    return found;
}

double clampedMean(double mean, double deviation, double lowest, double highest)
{
    if (deviation == 0.0)
        return std::clamp(mean, lowest, highest);
    const double from = (lowest - mean) / deviation;
    const double to = (highest - mean) / deviation;
    double result = mean * (probability(to) - probability(from)) + deviation * (density(from) - density(to));
    if (std::isfinite(lowest))
        result += lowest * probability(from);
    if (std::isfinite(highest))
        result += highest * (1.0 - probability(to));
    return result;
}

} // namespace ql::quant
