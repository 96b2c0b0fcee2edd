// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/graph/operators/op_kind.h"

namespace ql::quant {

/// What @p value is before it is quantized, in a graph whose numbers may be quantized already: what a layer makes, or
/// an input.
inline graph::ValueId beforeQuantizers(const graph::Graph& graph, graph::ValueId value)
{
    for (;;) {
        const auto producer = graph.value(value).producer;
        if (!producer.isValid())
            return value;
        const auto& node = graph.node(producer);
        const auto kind = graph::opKind(node);
        const bool isQuantizer = kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
        if (!isQuantizer || node.inputs.empty() || !node.inputs.front().isValid())
            return value;
        value = node.inputs.front();
    }
}

} // namespace ql::quant
