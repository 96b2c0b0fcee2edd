// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/channel_scaling.h"

#include "core/graph/operators/operator_traits.h"
#include "core/runs/program/node_work.h"
#include "core/runs/run.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::Product;
using graph::ValueId;

constexpr double kDeviations = 3.0; ///< below which next to nothing lies

/// What the data shows of a channel.
struct Seen {
    double least = std::numeric_limits<double>::infinity();
    double sum = 0.0;
    double squares = 0.0;
    double count = 0.0;
};

bool hasBias(const Graph& graph, const Node& layer, std::size_t channels)
{
    return layer.inputs.size() > 2 && isOwnConstant(graph, layer.inputs[2])
           && graph.constantOf(layer.inputs[2])->size() == channels && layer.attributes.floatOr("alpha", 1.0) == 1.0
           && layer.attributes.floatOr("beta", 1.0) == 1.0;
}

/// A padded zero is no channel's bias.
bool isPadded(const Node& layer)
{
    const auto pads = layer.attributes.intsOr("pads", {});
    const auto automatic = layer.attributes.stringOr("auto_pad", "NOTSET");
    return std::ranges::any_of(pads, [](auto pad) { return pad != 0; })
           || (automatic != "NOTSET" && automatic != "VALID");
}

std::size_t channelsMade(const Graph& graph, const Node& layer)
{
    return std::size_t(graph.constantOf(layer.inputs[1])->shape()[std::size_t(graph::weightChannelAxis(graph, layer))]);
}

/// Whether the maker's channels reach the reader through a Relu and nothing else.
bool isAbsorbing(const Graph& graph, const ChannelLink& link)
{
    const auto& maker = graph.node(*graph.findNode(link.maker));
    const auto& reader = graph.node(*graph.findNode(link.reader));
    const auto& between = graph.node(graph.value(maker.outputs[0]).consumers.front());
    return graph::traitsOf(between).clamp == graph::Clamp::AtZero && reader.inputs[0] == between.outputs[0]
           && hasBias(graph, maker, link.channels) && hasBias(graph, reader, channelsMade(graph, reader))
           && !isPadded(reader);
}

void look(const at::Tensor& made, bool areLast, std::vector<Seen>& seen)
{
    const auto channels = std::int64_t(seen.size());
    const auto rows =
        (areLast ? made.reshape({-1, channels}).t() : made.transpose(0, 1).reshape({channels, -1})).contiguous();
    if (rows.numel() == 0)
        return;
    const auto exact = rows.to(at::kDouble);
    const auto least = exact.amin(1);
    const auto sums = exact.sum(1);
    const auto squares = exact.square().sum(1);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        seen[i].least = std::min(seen[i].least, least.data_ptr<double>()[i]);
        seen[i].sum += sums.data_ptr<double>()[i];
        seen[i].squares += squares.data_ptr<double>()[i];
        seen[i].count += double(rows.size(1));
    }
}

/// Of what the makers of @p links give, by value.
std::map<ValueId, std::vector<Seen>> seenOf(const Graph& graph, const std::vector<ChannelLink>& links,
                                            const CalibrationData& data, JobContext& ctx)
{
    const runs::NodeThreads one(false); // else sums are cut by the number of threads
    std::map<ValueId, std::vector<Seen>> seen;
    for (const auto& link : links)
        seen[graph.node(*graph.findNode(link.maker)).outputs[0]].resize(link.channels);
    const auto watch = [&](const runs::ValueEvent& event) {
        const auto found = seen.find(event.value);
        if (found != seen.end() && &event.graph == &graph)
            look(event.tensor.data, graph::traitsOf(event.node).product == Product::Matrix, found->second);
    };
    const runs::Program program(graph);
    for (std::size_t i = 0; i < data.count; ++i)
        runs::run(program, data.read(i), ctx, {.taps = {watch}});
    return seen;
}

/// What channel @p i never falls below, as far as anyone can tell; 0 where that isn't above 0.
double bottomOf(const Seen& seen, const ChannelStatistics* promised, std::size_t i)
{
    if (seen.count == 0.0 || !std::isfinite(seen.sum))
        return 0.0;
    const double mean = seen.sum / seen.count;
    const double deviation = std::sqrt(std::max(0.0, seen.squares / seen.count - mean * mean));
    const double promisedBottom =
        promised ? promised->means[i] - kDeviations * promised->deviations[i] : mean - kDeviations * deviation;
    return std::max(0.0, std::min(promisedBottom, seen.least - deviation));
}

void add(Graph& graph, ValueId bias, const std::vector<double>& what, double factor)
{
    const auto& data = *graph.constantOf(bias);
    const auto before = data.toDoubles();
    std::vector<float> after(before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        after[i] = float(before[i] + factor * what[i]);
    graph.setInitializer(bias, graph::TensorData::of<float>(graph::DataType::Float, data.shape(), after));
}

} // namespace

void absorbBiases(Graph& graph, const std::vector<ChannelLink>& links, StatisticsByValue& statistics,
                  const CalibrationData& data, JobContext& ctx)
{
    std::vector<ChannelLink> absorbing;
    for (const auto& link : links)
        if (isAbsorbing(graph, link))
            absorbing.push_back(link);
    if (absorbing.empty())
        return;
    const auto seen = seenOf(graph, absorbing, data, ctx); // before the Relu: what a maker reads stays the same
    for (const auto& link : absorbing) {
        const auto maker = graph.node(*graph.findNode(link.maker));
        const auto reader = graph.node(*graph.findNode(link.reader));
        const auto promised = statistics.find(graph.value(maker.outputs[0]).name);
        const bool isPromised = promised != statistics.end() && promised->second.means.size() == link.channels;
        std::vector<double> bottoms;
        for (std::size_t i = 0; i < link.channels; ++i)
            bottoms.push_back(bottomOf(seen.at(maker.outputs[0])[i], isPromised ? &promised->second : nullptr, i));
        if (std::ranges::all_of(bottoms, [](double bottom) { return bottom == 0.0; }))
            continue;
        add(graph, reader.inputs[2], madeOf(graph, reader, graph.constantOf(reader.inputs[1])->toDoubles(), bottoms),
            1.0);
        add(graph, maker.inputs[2], bottoms, -1.0);
        for (std::size_t i = 0; isPromised && i < link.channels; ++i)
            promised->second.means[i] -= bottoms[i];
    }
}

} // namespace ql::quant
