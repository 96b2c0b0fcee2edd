// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/parameter_count.h"

#include "core/analysis/layers/model_kind.h"
#include "core/graph/operators/op_kind.h"
#include "core/quant/quantized_graph/integer_operands.h"

#include <algorithm>

namespace ql::analysis {

namespace {

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
