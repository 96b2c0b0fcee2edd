// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/kept_grids.h"

#include "core/analysis/layers/quantizer_lookup.h"
#include "core/graph/operators/interpolation.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using TypeOf = std::function<graph::DataType(graph::ValueId)>;

bool keepsGrid(const graph::Node& node, const TypeOf& typeOf)
{
    if (keepsScale(node))
        return !graph::interpolates(node);
    const auto isFloat = [](graph::DataType type) {
        return type == graph::DataType::Undefined || graph::isFloatingPoint(type);
    };
    const auto asked = graph::dataTypeFromNumber(node.attributes.intOr("to", std::int64_t(graph::DataType::Undefined)));
    if (node.inputs.empty() || node.outputs.empty())
        return false;
    const auto read = node.inputs.front();
    const auto made = node.outputs.front();
    return graph::opKind(node) == graph::OpKind::Cast && isFloat(asked.value_or(graph::DataType::Undefined))
           && read.isValid() && isFloat(typeOf(read)) && made.isValid() && isFloat(typeOf(made));
}

} // namespace

std::vector<const results::QuantizerInfo*> keptGrids(const graph::Graph& graph, const std::vector<Layer>& layers,
                                                     const TypeOf& typeOf)
{
    std::vector<const results::QuantizerInfo*> grids(graph.valueCount(), nullptr);
    for (const auto& layer : layers) {
        const auto* grid = layer.quantizer ? &*layer.quantizer : nullptr;
        const bool keeps =
            !grid && !layer.isInput() && layer.producers.size() == 1
            && std::ranges::all_of(layer.run, [&](graph::NodeId id) { return keepsGrid(graph.node(id), typeOf); });
        if (keeps) {
            const auto& producer = layers[layer.producers.front()];
            const auto& read = graph.node(layer.run.front()).inputs;
            const bool isBeforeItsQuantizer = std::ranges::find(read, producer.own) != read.end();
            const auto value = isBeforeItsQuantizer ? producer.own : producer.value;
            grid = value.isValid() ? grids[value.position()] : nullptr;
        }
        if (!grid || (keeps && grid->isPerChannel()))
            continue;
        for (const auto value : {layer.value, layer.own})
            if (value.isValid() && (keeps || value == layer.value))
                grids[value.position()] = grid;
    }
    return grids;
}

} // namespace ql::analysis
