// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/flatten.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::config {

namespace {

void addOnce(std::vector<std::string>& names, const std::string& name)
{
    if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
}

std::vector<FlatLayer> namedLayers(Conversion& conversion)
{
    const auto& config = conversion.config;
    std::vector<std::string> names;
    const auto take = [&](const Selector& selector) {
        if (selector.kind == Selector::Kind::Layer)
            addOnce(names, selector.name);
        else if (selector.kind != Selector::Kind::Tensor)
            conversion.lose(fmt::format("{} {}", toString(selector.kind), selector.name),
                            "the target lists layers one by one: name the network with --model");
    };
    for (const auto& override : config.overrides)
        take(override.selector);
    for (const auto& skip : config.skips)
        take(skip.selector);
    std::vector<FlatLayer> layers;
    for (const auto& name : names) {
        auto resolved = config.resolve(name, {}, {});
        const bool hasWeight = !resolved.weight.isEmpty();
        const int inputs = std::max<int>(1, int(resolved.inputs.size()));
        layers.push_back({name, "", std::move(resolved), inputs, hasWeight});
    }
    return layers;
}

/// As the target calls it: where that takes any name, as the source does.
const std::string& nameFor(const Conversion& conversion, const ModelLayer& layer)
{
    if (conversion.naming == LayerNaming::Outputs)
        return layer.output;
    return conversion.naming == LayerNaming::Nodes ? layer.node : layer.name;
}

} // namespace

std::vector<FlatLayer> flattened(Conversion& conversion, TensorOverrides tensors)
{
    for (const auto& override : conversion.config.overrides)
        if (tensors == TensorOverrides::Lost && override.selector.kind == Selector::Kind::Tensor)
            conversion.lose("tensor " + override.selector.name, "the target speaks of layers, not of tensors");
    if (conversion.layers.empty())
        return namedLayers(conversion);
    std::vector<FlatLayer> layers;
    for (const auto& layer : conversion.layers)
        layers.push_back({nameFor(conversion, layer), layer.opType,
                          conversion.config.resolve(layer.name, layer.opType, layer.functions, layer.aliases),
                          layer.dataInputs, layer.hasWeight});
    return layers;
}

std::vector<FlatLayer> exceptions(Conversion& conversion, TensorOverrides tensors)
{
    auto layers = flattened(conversion, tensors);
    std::erase_if(layers, [](const FlatLayer& layer) {
        const auto origin = layer.resolved.origin;
        return origin == ResolvedLayer::Origin::Common
               || (origin == ResolvedLayer::Origin::NotListed && layer.opType.empty());
    });
    return layers;
}

void loseNetworkSettings(Conversion& conversion, bool knowsFusion, bool knowsBatchCount)
{
    const auto& config = conversion.config;
    if (!knowsFusion && !config.fusesBatchNorm.value_or(true))
        conversion.lose("network", "batch normalization is not to be folded");
    if (!knowsFusion && !config.skipFusion.empty())
        conversion.lose("network", fmt::format("{} layers are not to be folded", config.skipFusion.size()));
    if (!knowsBatchCount && config.batchCount.value_or(1) != 1)
        conversion.lose("network", fmt::format("calibration with {} batches", *config.batchCount));
    if (config.updatesBatchNorm.value_or(false))
        conversion.lose("network", "batch normalization is updated");
    if (config.mappingFile)
        conversion.lose("network", "the mapping file " + *config.mappingFile);
    if (config.isForTraining)
        conversion.lose("network", "parameters of training");
}

std::string integerType(Conversion& conversion, const std::string& layer, int bits)
{
    if (bits == 4 || bits == 8 || bits == 16)
        return fmt::format("int{}", bits);
    const int wider = bits < 4 ? 4 : bits < 8 ? 8 : 16;
    conversion.lose("layer " + layer, fmt::format("{} bits become {}", bits, wider));
    return fmt::format("int{}", wider);
}

} // namespace ql::config
