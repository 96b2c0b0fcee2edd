// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/quantization_settings.h"

#include "core/base/error.h"
#include "core/config/layer_names.h"
#include "core/config/operator_types.h"
#include "core/config/subgraphs.h"
#include "core/quant/quantizers.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::analysis {

namespace {

using config::ObserverKind;
using config::QuantizerKind;
using quant::QuantizerSettings;

/// The observer's name here; empty for what only the vendor's own code knows.
std::string methodOf(ObserverKind kind)
{
    switch (kind) {
    case ObserverKind::Custom: return {};
    case ObserverKind::Hfmg: return "histogram"; // the same idea: least loss over a histogram
    case ObserverKind::Mix: return "automatic";
    default: return std::string(config::toString(kind));
    }
}

std::string methodOf(QuantizerKind kind)
{
    if (kind == QuantizerKind::Linear || kind == QuantizerKind::Custom || kind == QuantizerKind::Fixed)
        return {};
    return std::string(quant::quantizerNamed(config::toString(kind)).observer);
}

void takeNumbers(const config::Parameters& parameters, quant::ObserverSettings& observer)
{
    for (const auto& [name, value] : parameters.entries()) {
        if (const auto* number = std::get_if<double>(&value))
            observer.numbers[name] = *number;
        else if (const auto* integer = std::get_if<std::int64_t>(&value))
            observer.numbers[name] = double(*integer);
        else if (const auto* text = std::get_if<std::string>(&value); text && name == "init_algo")
            observer.initialization = *text;
    }
}

void takeClip(const config::Quantizer& quantizer, QuantizerSettings& settings)
{
    if (!quantizer.parameters.find("clip_max"))
        return;
    const quant::Range clip{quantizer.parameters.numberOr("clip_min", 0.0),
                            quantizer.parameters.numberOr("clip_max", 1.0)};
    settings.observer = {
        .method = "fixed",
        .fixed = quant::clippedParameters(clip, quantizer.parameters.boolOr("fixed_min", false), settings.format)};
}

void takeFixed(const config::FixedScale& fixed, QuantizerSettings& settings)
{
    const auto shift = settings.format.isSigned ? 0 : std::int64_t{1} << (settings.format.bits - 1);
    settings.observer = {.method = "fixed"};
    for (std::size_t i = 0; i < fixed.scales.size(); ++i) {
        const auto offset = i < fixed.offsets.size() ? fixed.offsets[i] : 0;
        settings.observer.fixed.scales.push_back(float(fixed.scales[i]));
        settings.observer.fixed.zeroPoints.push_back(std::int32_t(offset + shift));
    }
}

void takeTensor(const config::TensorSettings& said, QuantizerSettings& settings)
{
    settings.format.bits = said.bits.value_or(settings.format.bits);
    settings.format.isSymmetric = said.isSymmetric.value_or(settings.format.isSymmetric);
    settings.format.isSigned = !said.isUnsigned.value_or(!settings.format.isSigned);
    if (said.granularity)
        settings.isPerChannel = *said.granularity == config::Granularity::PerChannel;
    if (said.quantizer) {
        if (const auto method = methodOf(said.quantizer->kind); !method.empty())
            settings.observer = {.method = method};
        takeClip(*said.quantizer, settings);
    }
    if (said.observer) {
        if (const auto method = methodOf(said.observer->kind); !method.empty() && method != "fixed")
            settings.observer = {.method = method};
        takeNumbers(said.observer->parameters, settings.observer);
    }
    if (said.fixed && !said.fixed->scales.empty())
        takeFixed(*said.fixed, settings);
}

quant::LayerSettings layerFrom(const config::ResolvedLayer& resolved)
{
    quant::LayerSettings layer;
    layer.isQuantized = resolved.isQuantized && !resolved.activation.floatType && !resolved.weight.floatType;
    layer.isOverridden = resolved.origin != config::ResolvedLayer::Origin::Common;
    takeTensor(resolved.input(0), layer.activation);
    takeTensor(resolved.weight, layer.weight);
    return layer;
}

/// Leaves the layers in float that none of @p prefixes means.
void keepOnlyPrefixes(const std::vector<std::string>& prefixes, const graph::Graph& graph,
                      quant::QuantSettings& settings)
{
    bool isAnyMeant = prefixes.empty();
    for (const auto& node : graph.nodes()) {
        const bool isMeant = prefixes.empty() || std::ranges::any_of(prefixes, [&node](const std::string& prefix) {
                                 return node.name.starts_with(prefix) || node.scope.starts_with(prefix);
                             });
        isAnyMeant = isAnyMeant || isMeant;
        if (!isMeant)
            settings.layers.emplace(node.name, settings.common).first->second.isQuantized = false;
    }
    if (!isAnyMeant)
        throw Error(ErrorCode::BadArgument, Message("no layer's name starts with {}", Message::names(prefixes, " or ")),
                    "info MODEL lists its layers");
}

} // namespace

quant::QuantSettings settingsFromConfig(const config::QuantConfig& config, const graph::Graph& graph,
                                        std::vector<std::string>& notes)
{
    quant::QuantSettings settings;
    takeTensor(config.common.activation, settings.common.activation);
    takeTensor(config.common.weight, settings.common.weight);
    settings.common.isQuantized = config.common.isQuantized.value_or(true);
    const auto said = config::withSubgraphs(config, graph);
    const config::LayerNames names(said);
    for (const auto& node : graph.nodes()) {
        const auto resolved = names.resolve(node);
        settings.layers[node.name] = layerFrom(resolved);
        for (const auto* tensor : {&resolved.activation, &resolved.weight})
            if (tensor->observer && tensor->observer->kind == ObserverKind::Custom)
                notes.push_back(fmt::format("{}: observer {} is the user's own; min_max stands for it", node.name,
                                            tensor->observer->spelled));
    }
    for (const auto& value : graph.values()) {
        const auto tensor = config.resolveTensor(value.name);
        if (tensor.isEmpty())
            continue;
        auto& named =
            settings.values.emplace(value.name, value.initializer ? settings.common.weight : settings.common.activation)
                .first->second;
        takeTensor(tensor, named);
    }
    for (const auto& type : config.onlyTypes)
        settings.operatorTypes.push_back(config::onnxType(type));
    settings.quantizesOutputs = !config.dialect.starts_with("amct"); // there a layer says how its inputs are quantized
    settings.floatOutputs = config.floatOutputs;
    settings.foldsBatchNorm = config.fusesBatchNorm;
    settings.unfolded = config.skipFusion;
    settings.correctsBias = config.correctsBias;
    return settings;
}

void applyOptions(const results::QuantizationOptions& options, const graph::Graph& graph,
                  quant::QuantSettings& settings)
{
    const auto apply = [&](quant::LayerSettings& layer) {
        auto& activation = layer.activation;
        if (options.activationBits != 0)
            activation.format.bits = options.activationBits;
        if (options.weightBits != 0)
            layer.weight.format.bits = options.weightBits;
        activation.format.isSymmetric = activation.format.isSymmetric || options.isSymmetric;
        activation.format.isSigned = activation.format.isSigned && !options.isUnsigned;
        layer.weight.isPerChannel = layer.weight.isPerChannel || options.isPerChannel;
        if (!options.observer.empty())
            activation.observer = {.method = options.observer};
    };
    apply(settings.common);
    for (auto& [name, layer] : settings.layers)
        if (!layer.isOverridden)
            apply(layer);
    for (const auto& name : options.skippedLayers) {
        if (!graph.findNode(name))
            throw Error(ErrorCode::BadArgument, Message("the model has no layer {} to skip", name),
                        "info MODEL lists its layers");
        const auto [layer, isNew] = settings.layers.emplace(name, settings.common);
        layer->second.isQuantized = false;
    }
    keepOnlyPrefixes(options.onlyPrefixes, graph, settings);
    if (!options.operatorTypes.empty())
        settings.operatorTypes = options.operatorTypes;
    settings.correctsBias = settings.correctsBias || options.correctsBias;
}

} // namespace ql::analysis
