// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/threshold_edit.h"

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

bool isSymmetric(const results::QuantizerInfo& quantizer)
{
    return quantizer.lowest < 0
           && std::ranges::all_of(quantizer.zeroPoints, [](std::int64_t zero) { return zero == 0; });
}

/// Inputs that aren't constants.
std::size_t dataInputCount(const graph::Graph& network, const graph::Node& node)
{
    return std::size_t(std::ranges::count_if(
        node.inputs, [&network](graph::ValueId value) { return value.isValid() && !network.constantOf(value); }));
}

} // namespace

config::FixedScale fixedScaleOf(const QuantizerRange& range, const results::QuantizerInfo& quantizer)
{
    const auto lowest = double(quantizer.lowest);
    const auto highest = double(quantizer.highest);
    if (isSymmetric(quantizer))
        return {.scales = {std::max(std::abs(range.low), std::abs(range.high)) / highest}, .offsets = {0}};
    const double low = std::min(range.low, 0.0); // zero itself must be met, as padding is made of it
    const double high = std::max(range.high, 0.0);
    const double scale = (high - low) / (highest - lowest);
    const auto zeroPoint = std::int64_t(std::llround(lowest - low / scale));
    const std::int64_t toSigned = quantizer.lowest < 0 ? 0 : (quantizer.highest + 1) / 2;
    return {.scales = {scale}, .offsets = {zeroPoint - toSigned}};
}

std::vector<config::LayerEdit> thresholdEdits(const graph::Graph& network, const std::string& layer,
                                              const config::FixedScale& fixed)
{
    const auto maker = std::ranges::find(network.nodes(), layer, &graph::Node::name);
    if (maker == network.nodes().end() || maker->outputs.empty())
        return {};
    std::vector<config::LayerEdit> edits;
    for (const auto reader : network.value(maker->outputs.front()).consumers) {
        const auto& node = network.node(reader);
        if (dataInputCount(network, node) != 1)
            return {};
        edits.push_back({.layer = node.name, .settings = {.activation = {.fixed = fixed}}});
    }
    return edits;
}

} // namespace ql::widgets
