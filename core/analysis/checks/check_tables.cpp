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

std::string dtypeOf(const RuleContext& context, const Operand& operand)
{
    if (operand.quantizer)
        return operand.quantizer->dtype;
    const auto value = operand.integers.isValid() ? operand.integers : operand.read;
    return operand.isDynamic ? "uint8" : std::string(graph::name(context.graph.value(value).type));
}

std::string observerOf(const Operand& operand)
{
    if (operand.isDynamic)
        return kDynamic;
    return operand.isQuantized() ? kFixed : std::string();
}

/// What the layer reads; for an input of the model, what comes in.
std::string inputDtype(const RuleContext& context, const Layer& layer)
{
    if (layer.isInput())
        return std::string(graph::name(context.graph.value(layer.own).type));
    std::string text;
    std::set<std::string> seen;
    for (const auto& operand : context.operands.operandsOf(context.graph.node(layer.run.front())))
        if (operand.role == Operand::Role::Activation && seen.insert(dtypeOf(context, operand)).second)
            text += (text.empty() ? "" : ", ") + dtypeOf(context, operand);
    return text;
}

/// Whether some input gets its scale while the model runs.
bool isDynamicLayer(const RuleContext& context, const Layer& layer)
{
    if (layer.isInput())
        return false;
    const auto operands = context.operands.operandsOf(context.graph.node(layer.run.front()));
    return std::any_of(operands.begin(), operands.end(), [](const Operand& operand) { return operand.isDynamic; });
}

} // namespace

std::vector<WeightUse> weightUses(const RuleContext& context)
{
    std::vector<WeightUse> uses;
    std::unordered_map<std::string, std::size_t> positions;
    for (const auto id : context.order) {
        const auto& node = context.graph.node(id);
        for (const auto& operand : context.operands.operandsOf(node)) {
            if (!operand.constant || operand.constant->size() < 2)
                continue;
            const auto& name = context.graph.value(operand.integers.isValid() ? operand.integers : operand.read).name;
            const auto [found, isNew] = positions.emplace(name, uses.size());
            if (isNew)
                uses.push_back({name, {}});
            auto& layers = uses[found->second].layers;
            if (layers.empty() || layers.back() != node.name)
                layers.push_back(node.name);
        }
    }
    for (std::size_t i = 0; i < context.graph.valueCount(); ++i) {
        const auto& value = context.graph.values()[i];
        const bool isOutput = context.isOutput(graph::ValueId{static_cast<std::int32_t>(i)});
        if (value.initializer && value.consumers.empty() && !isOutput)
            uses.push_back({value.name, {}});
    }
    return uses;
}

std::vector<LayerConfig> layerConfigs(const RuleContext& context)
{
    std::vector<LayerConfig> configs;
    for (const auto& layer : context.layers) {
        if (!layer.isShownByDefault())
            continue;
        LayerConfig config{layer.name, layer.opType, inputDtype(context, layer), {}, {}, {}};
        if (layer.quantizer) {
            config.outputDtype = layer.quantizer->dtype;
            config.channelAxis = layer.quantizer->channelAxis;
            config.observer = kFixed;
        } else {
            config.outputDtype = graph::name(context.graph.value(layer.own).type);
            config.observer = isDynamicLayer(context, layer) ? kDynamic : "";
        }
        configs.push_back(std::move(config));
    }
    return configs;
}

std::vector<WeightConfig> weightConfigs(const RuleContext& context)
{
    std::vector<WeightConfig> configs;
    for (const auto id : context.order) {
        const auto& node = context.graph.node(id);
        for (const auto& operand : context.operands.operandsOf(node)) {
            if (operand.role != Operand::Role::Weight || !(isProduct(node) || operand.isQuantized()))
                continue;
            const auto value = operand.integers.isValid() ? operand.integers : operand.read;
            WeightConfig config{
                node.name, node.qualifiedOpType(), context.graph.value(value).name, dtypeOf(context, operand), {},
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

Calibration calibrationOf(const RuleContext& context)
{
    Calibration calibration;
    std::set<graph::ValueId> seen;
    for (const auto& use : context.scales) {
        const auto* scale = context.graph.constantOf(use.scale);
        if (!scale || use.isWeight || !graph::isFloatingPoint(scale->type()) || !seen.insert(use.tensor).second)
            continue;
        const auto scales = scale->toDoubles();
        ++calibration.quantizers;
        calibration.ones += std::all_of(scales.begin(), scales.end(), [](double each) { return each == 1.0; }) ? 1 : 0;
    }
    return calibration;
}

std::string quantizerState(const RuleContext& context)
{
    if (!context.model.trainingState.empty())
        return context.model.trainingState;
    if (!context.isQuantized())
        return "float";
    const auto calibration = calibrationOf(context);
    if (calibration.isUncalibrated())
        return "uncalibrated";
    return context.kind == "dynamic" && calibration.quantizers == 0 ? "dynamic" : "quantized";
}

} // namespace ql::analysis::checks
