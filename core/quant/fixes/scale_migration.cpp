// SPDX-License-Identifier: GPL-3.0-or-later
// Moves outlier channels of an activation into the weights of the products that read it (SmoothQuant, arXiv 2211.10438,
// equation 4): channel j is divided by max|X_j|^alpha / max|W_j|^(1 - alpha) where a normalization, a product with a
// constant or a sum with one makes it, and the weights are multiplied with that. The network computes the same.
#include "core/quant/fixes/channel_scaling.h"
#include "core/quant/fixes/fix.h"

#include "core/graph/operators/operator_traits.h"
#include "core/runs/run.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace ql::quant::fixes::scale_migration {

namespace {

using graph::Graph;
using graph::Node;
using graph::ValueId;

constexpr std::string_view kName = "scale_migration";
constexpr double kAlphas[]{0.25, 0.5, 0.75};

/// One activation whose channels can be scaled.
struct Site {
    ValueId value;
    std::vector<ValueId> constants; ///< that make it
    std::vector<std::string> readers;
    std::vector<double> largest; ///< magnitude of each channel over the data
};

bool isAlongChannels(const Graph& graph, ValueId value, std::size_t channels)
{
    return isOwnConstant(graph, value) && graph.constantOf(value)->size() == channels
           && !graph.constantOf(value)->shape().empty()
           && graph.constantOf(value)->shape().back() == std::int64_t(channels);
}

bool hasOneReader(const Graph& graph, ValueId value)
{
    return graph.value(value).consumers.size() == 1
           && std::ranges::find(graph.outputs(), value) == graph.outputs().end();
}

/// Scaling these scales @p value; none where that can't be done.
std::vector<ValueId> makersOf(const Graph& graph, ValueId value, std::size_t channels)
{
    const auto producer = graph.value(value).producer;
    if (!producer.isValid() || graph.node(producer).body.isValid())
        return {};
    const auto& node = graph.node(producer);
    const auto& traits = graph::traitsOf(node);
    const auto isOwn = [&](ValueId input) { return isAlongChannels(graph, input, channels); };
    if (traits.putsChannelsLast && traits.biasSlot == 2) {
        const bool areOwn = node.inputs.size() > 1 && isOwn(node.inputs[1])
                            && (node.inputs.size() < 3 || !node.inputs[2].isValid() || isOwn(node.inputs[2]));
        if (!areOwn || std::ranges::count_if(node.outputs, &ValueId::isValid) != 1)
            return {};
        std::vector<ValueId> found(node.inputs.begin() + 1, node.inputs.end());
        std::erase_if(found, [](ValueId input) { return !input.isValid(); });
        return found;
    }
    const bool isSum = traits.arithmetic == graph::Arithmetic::Add;
    if ((!isSum && traits.arithmetic != graph::Arithmetic::Multiply) || node.inputs.size() != 2)
        return {};
    const auto constant = std::ranges::find_if(node.inputs, isOwn);
    if (constant == node.inputs.end())
        return {};
    if (!isSum)
        return {*constant};
    const auto other = constant == node.inputs.begin() ? node.inputs[1] : node.inputs[0];
    if (graph.constantOf(other) || !hasOneReader(graph, other))
        return {};
    auto found = makersOf(graph, other, channels);
    if (!found.empty())
        found.push_back(*constant);
    return found;
}

/// Nothing unless all that read @p value are products with constant weights.
std::optional<Site> siteAt(const Graph& graph, ValueId value)
{
    Site site{.value = value};
    std::size_t channels = 0;
    if (std::ranges::find(graph.outputs(), value) != graph.outputs().end())
        return std::nullopt;
    for (const auto id : graph.value(value).consumers) {
        const auto& reader = graph.node(id);
        const auto read = reader.inputs.at(0) == value ? readChannels(graph, reader) : 0;
        if (read < 2 || graph::traitsOf(reader).product != graph::Product::Matrix
            || (channels != 0 && read != channels))
            return std::nullopt;
        channels = read;
        site.readers.push_back(reader.name);
    }
    site.constants = channels == 0 ? std::vector<ValueId>() : makersOf(graph, value, channels);
    site.largest.assign(channels, 0.0);
    return site.constants.empty() ? std::nullopt : std::optional(std::move(site));
}

void observeChannels(const Graph& graph, std::vector<Site>& sites, const CalibrationData& data, JobContext& ctx)
{
    const runs::Program program(graph);
    const auto look = [&](const runs::ValueEvent& event) {
        for (auto& site : sites) {
            if (event.value != site.value || &event.graph != &graph)
                continue;
            const auto count = std::int64_t(site.largest.size());
            const auto largest =
                event.tensor.data.abs().reshape({-1, count}).amax(at::IntArrayRef{0}).to(at::kDouble).contiguous();
            for (std::size_t i = 0; i < site.largest.size(); ++i)
                site.largest[i] = std::max(site.largest[i], largest.data_ptr<double>()[i]);
        }
    };
    for (std::size_t i = 0; i < data.count; ++i)
        runs::outputsOf(program, data.read(i), ctx, {.taps = {look}});
}

void migrate(Graph& graph, const Site& site, double alpha)
{
    std::vector<double> weights(site.largest.size(), 0.0);
    for (const auto& name : site.readers) {
        const auto own = readMagnitudes(graph, graph.node(*graph.findNode(name)), weights.size());
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] = std::max(weights[i], own[i]);
    }
    std::vector<double> up(weights.size(), 1.0);
    std::vector<double> down(weights.size(), 1.0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (site.largest[i] == 0.0 || weights[i] == 0.0)
            continue; // says nothing
        up[i] = std::pow(site.largest[i], alpha) / std::pow(weights[i], 1.0 - alpha);
        down[i] = 1.0 / up[i];
    }
    for (const auto constant : site.constants)
        scaleConstant(graph, constant, down);
    for (const auto& name : site.readers) {
        const auto reader = graph.node(*graph.findNode(name));
        scaleRead(graph, reader, up);
    }
}

FixEdit editOf(std::vector<Site> sites, double alpha)
{
    FixEdit edit{.fix = kName,
                 .layers = {},
                 .change = Message("outliers of what it reads moved into the weight, alpha {}", alpha)};
    for (const auto& site : sites)
        edit.layers.insert(edit.layers.end(), site.readers.begin(), site.readers.end());
    edit.changeWeights = [sites = std::move(sites), alpha](FixSubject& subject, const CalibrationData&, JobContext&) {
        auto graph = subject.graph();
        for (const auto& site : sites)
            migrate(graph, site, alpha);
        subject.setGraph(std::move(graph));
        for (const auto& site : sites)
            for (const auto& reader : site.readers)
                subject.freeRanges(reader);
    };
    return edit;
}

std::vector<FixEdit> edits(const FixContext& context)
{
    std::vector<Site> sites;
    for (const auto& node : context.graph.nodes())
        for (const auto output : node.outputs)
            if (auto site = output.isValid() ? siteAt(context.graph, output) : std::nullopt)
                sites.push_back(std::move(*site));
    if (sites.empty())
        return {};
    observeChannels(context.graph, sites, context.data, context.ctx);
    const auto isWorst = [&](const std::string& layer) {
        return std::ranges::find(context.worstLayers, layer) != context.worstLayers.end();
    };
    std::vector<FixEdit> found;
    for (const double alpha : kAlphas) {
        found.push_back(editOf(sites, alpha));
        for (const auto& site : sites)
            if (sites.size() > 1 && std::ranges::any_of(site.readers, isWorst))
                found.push_back(editOf({site}, alpha));
    }
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "outlier channels of an activation moved into the weight that reads it", FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::scale_migration
