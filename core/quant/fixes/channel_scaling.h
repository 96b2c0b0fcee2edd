// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/calibration.h"
#include "core/quant/preparation/channel_statistics.h"

#include <span>
#include <string>
#include <vector>

namespace ql::quant {

/// Two layers between which channels can be rescaled (cross-layer equalization): dividing the first one's weight and
/// bias by a factor per channel and multiplying the second one's weight by it leaves the output unchanged.
struct ChannelLink {
    std::string maker;
    std::string reader;
    std::size_t channels = 0;
};

/// All pairs of consecutive layers that can be rescaled, in the graph's order: convolutions (also grouped ones) and
/// products whose constant weight has no other reader, with at most a Relu or pools between them.
std::vector<ChannelLink> channelLinks(const graph::Graph& graph);

/// The largest magnitude that @p layer's weight has for each of @p channels, those that it makes or that it reads.
std::vector<double> madeMagnitudes(const graph::Graph& graph, const graph::Node& layer, std::size_t channels);
std::vector<double> readMagnitudes(const graph::Graph& graph, const graph::Node& layer, std::size_t channels);

/// Multiplies weight and bias of @p layer by @p factors, one per channel that it makes; or the weight, one per channel
/// that it reads.
void scaleMade(graph::Graph& graph, const graph::Node& layer, std::span<const double> factors);
void scaleRead(graph::Graph& graph, const graph::Node& layer, std::span<const double> factors);
/// Multiplies a constant with as many elements as there are @p factors.
void scaleConstant(graph::Graph& graph, graph::ValueId constant, std::span<const double> factors);

/// What @p layer makes, channel by channel, of the same number everywhere in each channel that it reads, its weight
/// being @p weight, bias left out: sums over the weight.
std::vector<double> madeOf(const graph::Graph& graph, const graph::Node& layer, std::span<const double> weight,
                           std::span<const double> read);

/// How many channels @p layer reads by its constant weight, if it is a convolution that isn't transposed or a product;
/// else 0.
std::size_t readChannels(const graph::Graph& graph, const graph::Node& layer);
/// Whether @p value is a float constant that one node alone reads.
bool isOwnConstant(const graph::Graph& graph, graph::ValueId value);

/// Moves what a channel behind a Relu never falls below from the bias of its maker into that of its reader (Nagel et
/// al. 2019, arXiv 1906.04721, section 4.1.3): c = mean − 3 deviations before the Relu, by @p statistics where these
/// know, else by the data, and one deviation less than the least that the data showed at most. What the network
/// computes stays the same. Of @p links with biases on both sides and no padding. @p statistics follow. Runs the
/// network over @p data once. @throws Error as runs::run(); Cancelled
void absorbBiases(graph::Graph& graph, const std::vector<ChannelLink>& links, StatisticsByValue& statistics,
                  const CalibrationData& data, JobContext& ctx);

} // namespace ql::quant
