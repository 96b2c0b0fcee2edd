// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/model_info.h"

#include "core/analysis/layers/model_kind.h"
#include "core/analysis/layers/training_mode.h"
#include "core/analysis/matching/state_quantizers.h"
#include "core/data/tensors/input_array.h"
#include "core/graph/ir/bodies.h"
#include "core/graph/operators/op_kind.h"
#include "core/quant/quantized_graph/integer_operands.h"
#include "core/runs/program/program.h"
#include "core/runs/program/unsupported_nodes.h"

#include <algorithm>

namespace ql::analysis {

namespace {

struct ParameterCount {
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0; ///< as they stand in the file, 4-bit types packed
};

using graph::DataType;
using graph::OpKind;

bool readsAsData(const graph::Node& node, std::size_t slot)
{
    const auto kind = graph::opKind(node);
    if (kind == OpKind::Quantize || kind == OpKind::Dequantize)
        return slot == 0;
    if (const auto signature = quant::integerSignature(node))
        return quant::isDataSlot(*signature, slot);
    return slot == 0 || !node.opType.starts_with("QLinear"); // those that nobody here knows
}

bool canBeWeight(DataType type)
{
    return graph::isFloatingPoint(type) || graph::isQuantizedInteger(type) || type == DataType::Int32;
}

bool isReadAsData(const graph::Graph& graph, graph::ValueId value, graph::NodeId reader)
{
    const auto& node = graph.node(reader);
    if (std::ranges::find(node.captures, value) != node.captures.end())
        return true; // a body reads it, as what is not worth following
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot)
        if (node.inputs[slot] == value && readsAsData(node, slot))
            return true;
    return false;
}

void count(const graph::Graph& graph, ParameterCount& total)
{
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const graph::ValueId id{std::int32_t(i)};
        const auto* data = graph.constantOf(id);
        if (!data || !canBeWeight(data->type()))
            continue;
        const auto& readers = graph.value(id).consumers;
        if (std::ranges::any_of(readers, [&](graph::NodeId reader) { return isReadAsData(graph, id, reader); })) {
            total.elements += data->size();
            total.bytes += data->bytes().size();
        }
    }
    for (const auto& node : graph.nodes())
        graph::forEachBody(node, [&](const std::string&, const graph::Graph& body) { count(body, total); });
}

/// The weights of a model, bodies included: constants of floating-point or integer type that some node reads as data.
/// Not weights: 64-bit integers, bools and strings (shapes, axes, indices), and what is only read as a quantizer's
/// scale or zero point. A constant that several nodes share counts once.
ParameterCount countParameters(const graph::Graph& graph)
{
    ParameterCount total;
    count(graph, total);
    return total;
}

using graph::Graph;
using graph::Node;
using results::ModelInfo;

void countNodes(const Graph& graph, ModelInfo& info, std::map<std::string, std::uint64_t>& operators)
{
    for (const auto& node : graph.nodes()) {
        ++info.nodeCount;
        info.layerCount += graph::opKind(node) == graph::OpKind::Compute;
        ++operators[node.qualifiedOpType()];
        graph::forEachBody(node, [&](const std::string&, const Graph& body) { countNodes(body, info, operators); });
    }
    if (const auto handed = graph.handedThrough().size(); handed > 0) {
        info.nodeCount += handed;
        operators["Identity"] += handed;
    }
}

std::vector<results::PortInfo> portsOf(const Graph& graph, const std::vector<graph::ValueId>& values)
{
    std::vector<results::PortInfo> ports;
    for (const auto id : values) {
        const auto& value = graph.value(id);
        const bool isTensor = value.kind == graph::ValueKind::Tensor;
        ports.push_back({value.name, isTensor ? std::string(graph::name(value.type)) : data::describedKind(value.kind),
                         value.shape ? graph::toString(*value.shape) : std::string("?")});
    }
    return ports;
}

/// The concrete shapes of @p values, or nothing when one of them is not known before running.
std::optional<std::vector<graph::Shape>> concreteShapes(const Graph& graph, const std::vector<graph::ValueId>& values)
{
    std::vector<graph::Shape> shapes;
    for (const auto id : values) {
        auto& shape = shapes.emplace_back();
        if (!id.isValid())
            continue;
        if (!graph.value(id).shape)
            return std::nullopt;
        for (const auto& dimension : *graph.value(id).shape) {
            if (dimension.size < 0)
                return std::nullopt;
            shape.push_back(dimension.size);
        }
    }
    return shapes;
}

std::optional<std::uint64_t> macsOf(const Graph& graph, graph::BodyId body);

/// Only one branch of an If runs, so the more expensive one counts; how often a loop turns is not known.
std::optional<std::uint64_t> macsOfBodies(const Graph& graph, const Node& node)
{
    std::optional<std::uint64_t> most = 0;
    const auto take = [&](std::optional<std::uint64_t> macs) {
        most = most && macs ? std::optional(std::max(*most, *macs)) : std::nullopt;
    };
    graph::forEachBody(node, [&](const std::string&, const Graph& body) { take(macsOf(body, {})); });
    for (const auto body : graph.bodiesOf(node.id))
        take(macsOf(graph, body));
    return node.opType == "If" || most == 0 ? most : std::nullopt;
}

std::optional<std::uint64_t> macsOf(const Graph& graph, graph::BodyId body)
{
    std::uint64_t total = 0;
    for (const auto& node : graph.nodes()) {
        if (node.body != body)
            continue;
        auto macs = macsOfBodies(graph, node);
        if (graph::multiplies(node)) {
            const auto inputs = concreteShapes(graph, node.inputs);
            const auto outputs = concreteShapes(graph, node.outputs);
            macs =
                inputs && outputs ? std::optional(graph::multiplyAccumulates(node, *inputs, *outputs)) : std::nullopt;
        }
        if (!macs || __builtin_add_overflow(total, *macs, &total))
            return std::nullopt;
    }
    return total;
}

void describeWeights(const importers::ImportedModel& model, ModelInfo& info)
{
    info.kind = "weights only";
    for (const auto& tensor : model.tensors) {
        const char* granularity = tensor.blocks                   ? "per-block"
                                  : !tensor.quantizer             ? (tensor.holdsReals() ? "float" : "")
                                  : tensor.quantizer->channelAxis ? "per-channel"
                                                                  : "per-tensor";
        info.tensors.push_back(
            {tensor.name, std::string(tensor.storedAs()), graph::toString(tensor.shape()), granularity});
        if (!tensor.holdsReals())
            continue;
        info.parameterCount += tensor.size();
        info.parameterBytes += tensor.data.bytes().size();
    }
}

} // namespace

std::shared_ptr<const ModelInfo> modelInfo(const importers::ImportedModel& model, bool listsQuantizable,
                                           const config::CapacityConfig& capacity)
{
    auto info = std::make_shared<ModelInfo>();
    info->path = model.path.string();
    info->format = model.format;
    if (model.isWeightsOnly) {
        describeWeights(model, *info);
        info->trainingState = trainingStateOf(stateQuantizers(model.tensors));
        return info;
    }
    info->kind = modelKind(model.graph);
    info->trainingState = model.trainingState;
    if (info->trainingState.empty() && !nodesInTrainingMode(model.graph).empty())
        info->trainingState = "training";
    info->producer = model.producer;
    info->irVersion = model.irVersion;
    info->quantizedEngine = model.quantizedEngine;
    for (const auto& [domain, version] : model.graph.opsets())
        info->opsets[domain.empty() ? "ai.onnx" : domain] = version;
    info->inputs = portsOf(model.graph, model.graph.inputs());
    info->outputs = portsOf(model.graph, model.graph.outputs());

    std::map<std::string, std::uint64_t> operators;
    countNodes(model.graph, *info, operators);
    info->operators.assign(operators.begin(), operators.end());
    std::ranges::stable_sort(info->operators, std::greater{}, &std::pair<std::string, std::uint64_t>::second);

    const auto parameters = countParameters(model.graph);
    info->parameterCount = parameters.elements;
    info->parameterBytes = parameters.bytes;
    info->macs = macsOf(model.graph, {});
    for (const auto& node : runs::unsupportedNodes(model.graph))
        info->unsupported.push_back({node.node, node.opType, node.domain, node.opset, node.reason.english()});
    if (listsQuantizable)
        info->quantizable = quantizableLayers(model.graph, capacity);
    return info;
}

} // namespace ql::analysis
