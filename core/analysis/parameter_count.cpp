// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/parameter_count.h"

#include "core/analysis/model_kind.h"
#include "core/graph/op_kind.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace ql::analysis {

namespace {

using graph::DataType;
using graph::OpKind;

/// The input slots of quantized operators that hold data; all their others are scales and zero points.
struct DataSlots {
    std::string_view opType;
    std::vector<std::size_t> slots;
};

const std::vector<DataSlots>& dataSlots()
{
    static const std::vector<DataSlots> table{
        {"ConvInteger", {0, 1}},
        {"DynamicQuantizeLSTM", {0, 1, 2, 3, 4, 5, 6, 7}},
        {"DynamicQuantizeMatMul", {0, 1, 4}},
        {"MatMulInteger", {0, 1}},
        {"MatMulIntegerToFloat", {0, 1, 6}},
        {"QAttention", {0, 1, 2}},
        {"QGemm", {0, 3, 6}},
        {"QLinearAdd", {0, 3}},
        {"QLinearConv", {0, 3, 8}},
        {"QLinearMatMul", {0, 3}},
        {"QLinearMul", {0, 3}},
    };
    return table;
}

bool readsAsData(const graph::Node& node, std::size_t slot)
{
    const auto kind = graph::opKind(node);
    if (kind == OpKind::Quantize || kind == OpKind::Dequantize)
        return slot == 0;
    const auto entry = std::ranges::find(dataSlots(), node.opType, &DataSlots::opType);
    if (entry == dataSlots().end()) // the other QLinear operators have one data input
        return slot == 0 || !node.opType.starts_with("QLinear");
    return std::ranges::find(entry->slots, slot) != entry->slots.end();
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
        forEachBody(node, [&](const graph::Graph& body) { count(body, total); });
}

} // namespace

ParameterCount countParameters(const graph::Graph& graph)
{
    ParameterCount total;
    count(graph, total);
    return total;
}

} // namespace ql::analysis
