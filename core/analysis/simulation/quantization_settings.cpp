// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/quantization_settings.h"

#include "core/analysis/simulation/method_search.h"
#include "core/base/error.h"
#include "core/config/dialects/dialect.h"
#include "core/config/layer_names.h"
#include "core/config/operator_types.h"
#include "core/config/parameter_use.h"
#include "core/config/quantized_inputs.h"
#include "core/config/simulated_tensor.h"
#include "core/config/subgraphs.h"
#include "core/config/weight_blocks.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quant_settings.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::analysis {

namespace {

using config::TensorRole;
using quant::QuantizerSettings;

void takeFixed(const config::FixedScale& fixed, QuantizerSettings& settings)
{
    const auto shift = settings.format.isSigned ? 0 : std::int64_t{1} << (settings.format.bits - 1);
    settings.observer = {.method = "fixed"};
    for (std::size_t i = 0; i < fixed.scales.size(); ++i) {
        const auto offset = i < fixed.offsets.size() ? fixed.offsets[i] : 0;
        settings.observer.fixed.scales.push_back(float(fixed.scales[i]));
        settings.observer.fixed.zeroPoints.push_back(std::int32_t(offset + shift));
    }
    settings.isPerChannel = settings.isPerChannel || fixed.scales.size() > 1;
}

/// A number format with groups stands for blocks whose scales are given.
void takeBlocks(const config::FixedScale& fixed, QuantizerSettings& settings)
{
    const auto& blocks = *fixed.blocks;
    settings.setNumberFormat(graph::numberFormatNamed(fmt::format("int{}_g{}", settings.format.bits, blocks.size)));
    settings.isPerChannel = false;
    const auto perChannel = blocks.factors.empty() ? 1 : fixed.scales.size() / blocks.channelScales.size();
    for (std::size_t i = 0; i < fixed.scales.size(); ++i) // as floats are multiplied that a board has
        settings.groupScales.push_back(blocks.factors.empty()
                                           ? float(fixed.scales[i])
                                           : float(blocks.channelScales[i / perChannel]) * float(blocks.factors[i]));
}

/// What is said of a tensor, on top of @p settings.
QuantizerSettings withSaid(QuantizerSettings settings, const config::TensorSettings& said, TensorRole role)
{
    config::ParameterUse use; // config::useOf() tells of it
    const auto tensor = config::simulatedTensor(said, role, use);
    if (tensor.bits)
        settings.setBits(*tensor.bits);
    if (tensor.numberFormat)
        settings.setNumberFormat(graph::numberFormatNamed(*tensor.numberFormat));
    settings.format.isSymmetric = tensor.isSymmetric.value_or(settings.format.isSymmetric);
    settings.format.isSigned = !tensor.isUnsigned.value_or(!settings.format.isSigned);
    settings.isPerChannel = tensor.isPerChannel.value_or(settings.isPerChannel);
    if (tensor.channelAxis)
        settings.channelAxis = *tensor.channelAxis;
    if (tensor.observer)
        settings.observer = {.method = tensor.observer->method,
                             .numbers = tensor.observer->numbers,
                             .initialization = tensor.observer->initialization,
                             .hasHalfStep = tensor.observer->isTorchs};
    settings.observer.isMinFixed = tensor.isMinFixed;
    if (tensor.clip)
        settings.observer = {.method = "fixed",
                             .fixed = quant::clippedParameters({tensor.clip->lowest, tensor.clip->highest},
                                                               tensor.isMinFixed, settings.format)};
    if (tensor.fixed && tensor.fixed->blocks)
        takeBlocks(*tensor.fixed, settings);
    else if (tensor.fixed)
        takeFixed(*tensor.fixed, settings);
    return settings;
}

/// Null where @p said is float32, or nothing.
const graph::NumberFormat* halfFormat(const config::Located<std::string>& said)
{
    if (said == std::string("float16"))
        return graph::findNumberFormat("fp16");
    return said == std::string("bfloat16") ? graph::findNumberFormat("bf16") : nullptr;
}

quant::LayerSettings layerFrom(const config::ResolvedLayer& resolved)
{
    quant::LayerSettings layer;
    layer.isQuantized = resolved.isQuantized && !resolved.activation.floatType && !resolved.weight.floatType;
    layer.highPrecision = halfFormat(resolved.activation.floatType);
    layer.isOverridden = resolved.origin != config::ResolvedLayer::Origin::Common;
    const auto activation = layer.activation;
    layer.activation = withSaid(activation, resolved.activation, TensorRole::Activation);
    layer.weight = withSaid(layer.weight, resolved.weight, TensorRole::Weight);
    for (std::size_t i = 0; i < resolved.inputs.size(); ++i)
        layer.inputs.push_back(withSaid(activation, resolved.input(i), TensorRole::Activation));
    if (!resolved.output.isEmpty())
        layer.output =
            withSaid(activation, config::merged(resolved.activation, resolved.output), TensorRole::Activation);
    return layer;
}

/// Scales of blocks hold for the very weight that they are said of.
void requireBlocks(const graph::Graph& graph, const std::string& name, const config::TensorSettings& said)
{
    if (!said.fixed || !said.fixed->blocks)
        return;
    if (auto problem = config::blockProblem(graph, *graph.findValue(name), *said.fixed); !problem.empty())
        throw Error(ErrorCode::BadArgument, std::move(problem), "config check tells all of them");
}

/// What a config says of values, not of layers.
void takeValues(const config::QuantConfig& config, const graph::Graph& graph, quant::QuantSettings& settings)
{
    for (const auto& value : graph.values()) {
        const bool isConstant = value.initializer.has_value();
        if (const auto tensor = config.resolveTensor(value.name); tensor.floatType)
            settings.floatValues.insert(value.name);
        else if (requireBlocks(graph, value.name, tensor); !tensor.isEmpty())
            settings.values.emplace(value.name,
                                    withSaid(isConstant ? settings.common.weight : settings.common.activation, tensor,
                                             isConstant ? TensorRole::Weight : TensorRole::Activation));
    }
    for (const auto output : config.outputBits ? graph.outputs() : std::vector<graph::ValueId>()) {
        const auto& name = graph.value(output).name;
        settings.values.emplace(name, settings.common.activation).first->second.setBits(*config.outputBits);
    }
}

/// Leaves the layers in float that none of @p prefixes means.
void keepOnlyPrefixes(const std::vector<std::string>& prefixes, const graph::Graph& graph,
                      quant::QuantSettings& settings)
{
    if (prefixes.empty())
        return;
    requireAnyMeant(graph, prefixes);
    for (const auto& node : graph.nodes())
        if (!startsWithAny(node, prefixes))
            settings.layers.emplace(node.name, settings.common).first->second.isQuantized = false;
}

void requireOneWidth(int bits, const std::string& format)
{
    if (bits != 0 && !format.empty())
        throw Error(ErrorCode::BadArgument,
                    Message("{} bits and the number format {} are both asked for", bits, format),
                    "give one of the two");
}

const graph::NumberFormat& highPrecisionNamed(const std::string& name)
{
    const auto& format = graph::numberFormatNamed(name);
    if (format.scaling != graph::NumberFormat::Scaling::None)
        throw Error(ErrorCode::BadArgument, Message("{} is no format of high precision", name), "choose bf16 or fp16");
    return format;
}

/// What holds in AMCT alone: its list says what is quantized, and a product that is no convolution has no channels.
void followAmct(const config::QuantConfig& said, const config::LayerNames& names, const graph::Graph& graph,
                quant::QuantSettings& settings)
{
    settings.quantizedInputs = config::quantizedInputs(said, names, graph);
    for (const auto& node : graph.nodes())
        if (graph::traitsNamed(node.opType).lacksChannels)
            if (auto& weight = settings.layers[node.name].weight; weight.observer.fixed.scales.size() <= 1)
                weight.isPerChannel = false;
}

} // namespace

quant::QuantSettings settingsFromConfig(const config::QuantConfig& config, const graph::Graph& graph)
{
    quant::QuantSettings settings;
    settings.common.activation = withSaid(settings.common.activation, config.common.activation, TensorRole::Activation);
    settings.common.weight = withSaid(settings.common.weight, config.common.weight, TensorRole::Weight);
    settings.common.isQuantized = config.common.isQuantized.value_or(true);
    const auto said = config::withSubgraphs(config, graph);
    const config::LayerNames names(said, graph);
    for (const auto& node : graph.nodes())
        settings.layers[node.name] = layerFrom(names.resolve(node));
    takeValues(said, graph, settings);
    for (const auto& type : config.onlyTypes)
        settings.operatorTypes.push_back(config::onnxType(type));
    settings.quantizesOutputs = config::quantizesLayerOutputs(config);
    if (!settings.quantizesOutputs)
        followAmct(said, names, graph, settings);
    settings.floatOutputs = config.floatOutputs;
    settings.foldsBatchNorm = config.fusesBatchNorm.value_or(true);
    const auto unfused = names.unfused();
    settings.unfolded.assign(unfused.begin(), unfused.end());
    settings.correctsBias = config.correctsBias.value_or(false);
    settings.joinsScales = !config.dialect.empty() && config::dialectNamed(config.dialect).joinsScales;
    return settings;
}

bool startsWithAny(const graph::Node& node, const std::vector<std::string>& prefixes)
{
    return std::ranges::any_of(prefixes, [&node](const std::string& prefix) {
        return node.name.starts_with(prefix) || node.scope.starts_with(prefix);
    });
}

void requireAnyMeant(const graph::Graph& graph, const std::vector<std::string>& prefixes)
{
    if (std::ranges::none_of(graph.nodes(), [&](const auto& node) { return startsWithAny(node, prefixes); }))
        throw Error(ErrorCode::BadArgument, Message("no layer's name starts with {}", Message::names(prefixes, " or ")),
                    "info MODEL lists its layers");
}

void applyOptions(const results::QuantizationOptions& options, const graph::Graph& graph,
                  quant::QuantSettings& settings)
{
    requireOneWidth(options.activationBits, options.activationFormat);
    requireOneWidth(options.weightBits, options.weightFormat);
    if (!options.percentiles.empty() && !options.observer.empty() && options.observer != "percentiles")
        throw Error(ErrorCode::BadArgument,
                    Message("several percentiles and the observer {} are both asked for", options.observer),
                    "give one of the two");
    if (!options.highPrecisionFormat.empty())
        settings.highPrecision = &highPrecisionNamed(options.highPrecisionFormat);
    const auto apply = [&](quant::LayerSettings& layer) {
        auto& activation = layer.activation;
        if (options.activationBits != 0)
            activation.setBits(options.activationBits);
        if (options.weightBits != 0)
            layer.weight.setBits(options.weightBits);
        if (!options.activationFormat.empty())
            activation.setNumberFormat(graph::numberFormatNamed(options.activationFormat));
        if (!options.weightFormat.empty())
            layer.weight.setNumberFormat(graph::numberFormatNamed(options.weightFormat));
        activation.format.isSymmetric = activation.format.isSymmetric || options.isSymmetric;
        activation.format.isSigned = activation.format.isSigned && !options.isUnsigned;
        layer.weight.isPerChannel = layer.weight.isPerChannel || options.isPerChannel;
        if (!options.percentiles.empty())
            activation.observer = {.method = "percentiles"};
        else if (!options.observer.empty())
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

void withoutSearch(quant::QuantSettings& settings)
{
    settings = withMethod(std::move(settings), {});
}

} // namespace ql::analysis
