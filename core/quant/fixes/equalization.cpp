// SPDX-License-Identifier: GPL-3.0-or-later
// Cross-layer equalization (Nagel et al. 2019, arXiv 1906.04721, section 4.1): between two layers each channel gets the
// factor with which both weights have the same range for it, sqrt(r1 r2) / r1, and what the network computes stays the
// same. Along a chain of layers this is repeated until it settles. Then high biases are absorbed (bias_absorption.cpp).
#include "core/quant/fixes/channel_scaling.h"
#include "core/quant/fixes/fix.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ql::quant::fixes::equalization {

namespace {

constexpr std::string_view kName = "equalization";
constexpr int kMostRounds = 20;
constexpr double kSettled = 1e-3;

void scale(StatisticsByValue& statistics, const std::string& value, const std::vector<double>& factors)
{
    const auto found = statistics.find(value);
    if (found == statistics.end())
        return;
    for (std::size_t i = 0; i < factors.size() && i < found->second.means.size(); ++i) {
        found->second.means[i] *= factors[i];
        found->second.deviations[i] *= factors[i];
    }
}

/// Gives the largest change of a channel's range.
double equalize(graph::Graph& graph, const ChannelLink& link, StatisticsByValue& statistics)
{
    const auto maker = graph.node(*graph.findNode(link.maker));
    const auto reader = graph.node(*graph.findNode(link.reader));
    const auto made = madeMagnitudes(graph, maker, link.channels);
    const auto read = readMagnitudes(graph, reader, link.channels);
    std::vector<double> down(link.channels, 1.0);
    std::vector<double> up(link.channels, 1.0);
    double largest = 0.0;
    for (std::size_t i = 0; i < link.channels; ++i) {
        if (made[i] == 0.0 || read[i] == 0.0)
            continue; // says nothing
        down[i] = std::sqrt(read[i] / made[i]);
        up[i] = 1.0 / down[i];
        largest = std::max(largest, std::abs(std::log(down[i])));
    }
    scaleMade(graph, maker, down);
    scaleRead(graph, reader, up);
    scale(statistics, graph.value(maker.outputs[0]).name, down);
    return largest;
}

void equalizeAll(FixSubject& subject, const std::vector<ChannelLink>& links, const CalibrationData& data,
                 JobContext& ctx)
{
    auto graph = subject.graph();
    auto statistics = subject.statistics();
    for (int round = 0; round < kMostRounds; ++round) {
        double largest = 0.0;
        for (const auto& link : links)
            largest = std::max(largest, equalize(graph, link, statistics));
        if (largest < kSettled)
            break;
    }
    std::set<std::string> layers;
    for (const auto& link : links)
        layers.insert({link.maker, link.reader});
    absorbBiases(graph, links, statistics, data, ctx);
    subject.setGraph(std::move(graph), std::move(statistics));
    for (const auto& layer : layers)
        subject.freeRanges(layer);
}

FixEdit editOf(std::vector<ChannelLink> links)
{
    FixEdit edit{.fix = kName, .layers = {}, .change = Message("ranges of channels evened out between layers")};
    for (const auto& link : links)
        for (const auto* layer : {&link.maker, &link.reader})
            if (std::ranges::find(edit.layers, *layer) == edit.layers.end())
                edit.layers.push_back(*layer);
    edit.changeWeights = [links = std::move(links)](FixSubject& subject, const CalibrationData& data, JobContext& ctx) {
        JobContext unseen(ctx.stopToken(), {});
        equalizeAll(subject, links, data, unseen);
    };
    return edit;
}

std::vector<FixEdit> edits(const FixContext& context)
{
    const auto links = channelLinks(context.graph);
    std::vector<FixEdit> found;
    if (!links.empty())
        found.push_back(editOf(links));
    const auto isWorst = [&](const std::string& layer) {
        return std::ranges::find(context.worstLayers, layer) != context.worstLayers.end();
    };
    for (const auto& link : links)
        if (links.size() > 1 && (isWorst(link.maker) || isWorst(link.reader)))
            found.push_back(editOf({link}));
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "channels' ranges evened out between two layers", FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::equalization
