// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/half_precision.h"

namespace ql::quant {

HalfPrecision halfPrecisionLayers(const graph::Graph& graph, const QuantSettings& settings)
{
    HalfPrecision found;
    for (const auto& node : graph.nodes()) {
        if (!settings.isQuantized(node) || node.inputs.empty() || !node.inputs.front().isValid())
            continue;
        const auto type = graph.value(node.inputs.front()).type;
        if (type != graph::DataType::Float16 && type != graph::DataType::BFloat16)
            continue;
        if (found.count++ == 0) {
            found.first = node.name;
            found.typeName = graph::name(type);
        }
    }
    return found;
}

} // namespace ql::quant
