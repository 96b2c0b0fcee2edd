// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quant_settings.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::quant {

const LayerSettings& QuantSettings::of(const graph::Node& node) const
{
    const auto found = layers.find(node.name);
    return found == layers.end() ? common : found->second;
}

bool QuantSettings::isQuantized(const graph::Node& node) const
{
    if (!node.domain.empty() || !of(node).isQuantized)
        return false;
    if (operatorTypes.empty())
        return graph::traitsOf(node).quantizing != graph::Quantizing::None;
    return std::ranges::find(operatorTypes, node.opType) != operatorTypes.end();
}

} // namespace ql::quant
