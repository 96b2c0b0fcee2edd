// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/model_kind.h"

#include "core/graph/ir/bodies.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/quantization/block_table.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/quant/quantized_graph/fake_quantizers.h"

namespace ql::analysis {

namespace {

struct Traits {
    bool isDynamic = false;
    bool hasIntegerOperators = false;
    bool hasQuantizers = false;
    bool hasPackedWeights = false;
};

/// LibTorch's own are those that stay where their scale isn't settled.
bool isQuantizer(const graph::Node& node)
{
    const auto kind = graph::opKind(node);
    return kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize
           || (node.domain == "aten" && node.opType.find("fake_quant") != std::string::npos);
}

void collect(const graph::Graph& graph, Traits& traits)
{
    for (const auto& node : graph.nodes()) {
        const auto integers = graph::traitsNamed(node.opType).integers;
        if (integers == graph::Integers::Dynamic || quant::quantizesByOwnRange(node))
            traits.isDynamic = true;
        else if (integers != graph::Integers::None && graph::isIntegerOperator(node))
            traits.hasIntegerOperators = true;
        else if (ops::packsWeight(node) || ops::packsWholeLayer(node) || ops::readsBlockTable(node))
            traits.hasPackedWeights = true;
        else if (isQuantizer(node))
            traits.hasQuantizers = true;
        graph::forEachBody(node, [&](const std::string&, const graph::Graph& body) { collect(body, traits); });
    }
}

} // namespace

std::string modelKind(const graph::Graph& graph)
{
    Traits traits;
    collect(graph, traits);
    if (traits.hasPackedWeights)
        return traits.isDynamic || traits.hasIntegerOperators || traits.hasQuantizers ? "mixed" : "weight-only";
    if (traits.isDynamic)
        return traits.hasIntegerOperators ? "mixed" : "dynamic";
    if (traits.hasIntegerOperators)
        return "QOperator";
    return traits.hasQuantizers ? "QDQ" : "float";
}

} // namespace ql::analysis
