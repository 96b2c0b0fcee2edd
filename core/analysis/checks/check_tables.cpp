// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"

#include "core/analysis/checks/always_zero.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace ql::analysis::checks {

namespace {

using results::LayerConfig;
using results::WeightConfig;
using results::WeightUse;

constexpr const char* kDynamic = "dynamic";

std::string dtypeOf(const RuleContext& context, const Operand& operand)
{
    if (const auto* grid = context.gridOf(operand))
        return grid->dtype;
    const auto value = operand.integers.isValid() ? operand.integers : operand.read;
    return operand.isDynamic ? "uint8" : std::string(graph::name(context.typeOf(value)));
}

std::string observerOfWeight(const RuleContext& context, const Operand& operand)
{
    if (operand.isDynamic)
        return kDynamic;
    return operand.isQuantized() ? observerOf(context, operand.read) : std::string();
}

/// By value index, the constant behind what only quantizes or moves it, or nothing: one weight may go through a
/// quantizer of each reader. Each node is looked at once, however many stand behind each other.
std::vector<graph::ValueId> constantsBehind(const RuleContext& context)
{
    std::vector<graph::ValueId> constants(context.graph.valueCount());
    for (std::size_t i = 0; i < constants.size(); ++i)
        if (const graph::ValueId id{static_cast<std::int32_t>(i)}; context.graph.constantOf(id))
            constants[i] = id;
    for (const auto id : context.order) {
        const auto& node = context.graph.node(id);
        const auto kind = graph::opKind(node);
        const bool isPassedOn =
            kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize || graph::movesDataOnly(node);
        const auto source = inputAt(node, 0);
        for (const auto output : node.outputs)
            if (isPassedOn && source.isValid() && output.isValid())
                constants[output.position()] = constants[source.position()];
    }
    return constants;
}

/// What a run showed of the layer.
void addSeen(const RuleContext& context, const Layer& layer, LayerConfig& config)
{
    if (!context.evidence.run)
        return;
    const auto& run = *context.evidence.run;
    config.shape = run.values[layer.own.position()].shape;
    config.executions = layer.isInput() ? 1 : run.executions[layer.node.position()];
}

/// What the layer reads; for an input of the model, what comes in.
std::string inputDtype(const RuleContext& context, const Layer& layer)
{
    if (layer.isInput())
        return std::string(graph::name(context.typeOf(layer.own)));
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
    const auto constants = constantsBehind(context);
    std::vector<WeightUse> uses;
    std::unordered_map<std::string, std::size_t> positions;
    for (const auto id : context.order) {
        const auto& node = context.graph.node(id);
        for (const auto& operand : context.operands.operandsOf(node)) {
            const auto value = operand.integers.isValid() ? operand.integers : operand.read;
            const auto constant = context.operands.isFixed(value) ? constants[value.position()] : graph::ValueId();
            if (!constant.isValid() || context.graph.constantOf(constant)->size() < 2)
                continue;
            const auto& name = context.graph.value(constant).name;
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
        LayerConfig config{.name = layer.name, .opType = layer.opType, .inputDtype = inputDtype(context, layer)};
        if (layer.quantizer) {
            config.outputDtype = layer.quantizer->dtype;
            config.channelAxis = layer.quantizer->channelAxis;
            config.observer = observerOf(context, layer.value);
        } else if (const auto* grid = context.gridOf(layer.value)) {
            config.outputDtype = grid->dtype;
        } else {
            config.outputDtype = graph::name(context.typeOf(layer.own));
            config.observer = isDynamicLayer(context, layer) ? kDynamic : watcherOf(context, layer);
        }
        addSeen(context, layer, config);
        if (!layer.isInput()) {
            const auto& said = context.graph.node(layer.node).attributes;
            config.source = said.stringOr(graph::kTorchSource, {});
            config.moduleClass = said.stringOr(graph::kTorchClass, {});
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
            WeightConfig config{node.name,
                                node.qualifiedOpType(),
                                context.graph.value(value).name,
                                dtypeOf(context, operand),
                                {},
                                0,
                                observerOfWeight(context, operand),
                                node.attributes.stringOr(graph::kTorchClass, {})};
            if (operand.quantizer) {
                config.channelAxis = operand.quantizer->channelAxis;
                config.scaleCount = operand.quantizer->scales.size();
            }
            configs.push_back(std::move(config));
        }
    }
    return configs;
}

namespace {

/// The layer that makes what @p use quantizes; null for an input of the graph.
const graph::Node* makerOf(const graph::Graph& graph, const ScaleUse& use)
{
    const auto& node = graph.node(use.node);
    if (graph::opKind(node) != graph::OpKind::Quantize || node.inputs.empty())
        return &node;
    const auto maker = graph.value(node.inputs.front()).producer;
    return maker.isValid() ? &graph.node(maker) : nullptr;
}

bool isPowerOfTwo(double number)
{
    int exponent = 0;
    return std::frexp(number, &exponent) == 0.5;
}

} // namespace

Calibration calibrationOf(const RuleContext& context)
{
    Calibration calibration{.arePowersOfTwo = true};
    std::set<graph::ValueId> seen;
    for (const auto& use : context.scales) {
        const auto* scale = context.graph.constantOf(use.scale);
        if (!scale || use.isWeight || !graph::isFloatingPoint(scale->type()) || !seen.insert(use.tensor).second)
            continue;
        const auto* layer = makerOf(context.graph, use);
        if (layer && isAlwaysZero(context.graph, *layer))
            continue; // no calibration finds another scale for zeros
        const auto scales = scale->toDoubles();
        ++calibration.quantizers;
        calibration.arePowersOfTwo = calibration.arePowersOfTwo && std::ranges::all_of(scales, isPowerOfTwo);
        if (!std::ranges::all_of(scales, [](double each) { return each == 1.0; }))
            continue;
        ++calibration.ones;
        if (layer)
            calibration.layersAtOne.push_back(layer->name);
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
