// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace ql::analysis::checks {

namespace {

using results::LayerConfig;
using results::WeightConfig;
using results::WeightUse;

constexpr const char* kFixed = "fixed";
constexpr const char* kDynamic = "dynamic";

std::string dtypeOf(const ModelFacts& facts, const Operand& operand)
{
    if (operand.quantizer)
        return operand.quantizer->dtype;
    const auto value = operand.integers.isValid() ? operand.integers : operand.read;
    return operand.isDynamic ? "uint8" : std::string(graph::name(facts.graph.value(value).type));
}

std::string observerOf(const Operand& operand)
{
    if (operand.isDynamic)
        return kDynamic;
    return operand.isQuantized() ? kFixed : std::string();
}

/// What the layer reads; for an input of the model, what comes in.
std::string inputDtype(const ModelFacts& facts, const Layer& layer)
{
    if (layer.isInput())
        return std::string(graph::name(facts.graph.value(layer.own).type));
    std::string text;
    std::set<std::string> seen;
    for (const auto& operand : facts.operands.operandsOf(facts.graph.node(layer.run.front())))
        if (operand.role == Operand::Role::Activation && seen.insert(dtypeOf(facts, operand)).second)
            text += (text.empty() ? "" : ", ") + dtypeOf(facts, operand);
    return text;
}

/// Whether some input gets its scale while the model runs.
bool isDynamicLayer(const ModelFacts& facts, const Layer& layer)
{
    if (layer.isInput())
        return false;
    const auto operands = facts.operands.operandsOf(facts.graph.node(layer.run.front()));
    return std::any_of(operands.begin(), operands.end(), [](const Operand& operand) { return operand.isDynamic; });
}

} // namespace

std::vector<WeightUse> weightUses(const ModelFacts& facts)
{
    std::vector<WeightUse> uses;
    std::unordered_map<std::string, std::size_t> positions;
    for (const auto id : facts.order) {
        const auto& node = facts.graph.node(id);
        for (const auto& operand : facts.operands.operandsOf(node)) {
            if (!operand.constant || operand.constant->size() < 2)
                continue;
            const auto& name = facts.graph.value(operand.integers.isValid() ? operand.integers : operand.read).name;
            const auto [found, isNew] = positions.emplace(name, uses.size());
            if (isNew)
                uses.push_back({name, {}});
            auto& layers = uses[found->second].layers;
            if (layers.empty() || layers.back() != node.name)
                layers.push_back(node.name);
        }
    }
    for (std::size_t i = 0; i < facts.graph.valueCount(); ++i) {
        const auto& value = facts.graph.values()[i];
        const bool isOutput = facts.isOutput(graph::ValueId{static_cast<std::int32_t>(i)});
        if (value.initializer && value.consumers.empty() && !isOutput)
            uses.push_back({value.name, {}});
    }
    return uses;
}

std::vector<LayerConfig> layerConfigs(const ModelFacts& facts)
{
    std::vector<LayerConfig> configs;
    for (const auto& layer : facts.layers) {
        if (!layer.isShownByDefault())
            continue;
        LayerConfig config{layer.name, layer.opType, inputDtype(facts, layer), {}, {}, {}};
        if (layer.quantizer) {
            config.outputDtype = layer.quantizer->dtype;
            config.channelAxis = layer.quantizer->channelAxis;
            config.observer = kFixed;
        } else {
            config.outputDtype = graph::name(facts.graph.value(layer.own).type);
            config.observer = isDynamicLayer(facts, layer) ? kDynamic : "";
        }
        configs.push_back(std::move(config));
    }
    return configs;
}

std::vector<WeightConfig> weightConfigs(const ModelFacts& facts)
{
    std::vector<WeightConfig> configs;
    for (const auto id : facts.order) {
        const auto& node = facts.graph.node(id);
        for (const auto& operand : facts.operands.operandsOf(node)) {
            if (operand.role != Operand::Role::Weight || !(isProduct(node) || operand.isQuantized()))
                continue;
            const auto value = operand.integers.isValid() ? operand.integers : operand.read;
            WeightConfig config{
                node.name, node.qualifiedOpType(), facts.graph.value(value).name, dtypeOf(facts, operand), {},
                0,         observerOf(operand)};
            if (operand.quantizer) {
                config.channelAxis = operand.quantizer->channelAxis;
                config.scaleCount = operand.quantizer->scales.size();
            }
            configs.push_back(std::move(config));
        }
    }
    return configs;
}

Calibration calibrationOf(const ModelFacts& facts)
{
    Calibration calibration;
    std::set<graph::ValueId> seen;
    for (const auto& use : facts.scales) {
        const auto* scale = facts.graph.constantOf(use.scale);
        if (!scale || use.isWeight || !graph::isFloatingPoint(scale->type()) || !seen.insert(use.tensor).second)
            continue;
        const auto scales = scale->toDoubles();
        ++calibration.quantizers;
        calibration.ones += std::all_of(scales.begin(), scales.end(), [](double each) { return each == 1.0; }) ? 1 : 0;
    }
    return calibration;
}

std::string quantizerState(const ModelFacts& facts)
{
    if (!facts.isQuantized())
        return "float";
    const auto calibration = calibrationOf(facts);
    if (calibration.isUncalibrated())
        return "uncalibrated";
    return facts.kind == "dynamic" && calibration.quantizers == 0 ? "dynamic" : "quantized";
}

} // namespace ql::analysis::checks
