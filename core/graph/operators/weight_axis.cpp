// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/weight_axis.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::graph {

std::int64_t weightChannelAxis(const Graph& graph, const Node& node)
{
    const auto product = traitsNamed(node.opType).product;
    if (product != Product::Matrix)
        return product == Product::Convolution ? 0 : 1;
    if (node.attributes.intOr("transB", 0) != 0)
        return 0;
    const auto* weight =
        node.inputs.size() > 1 && node.inputs[1].isValid() ? graph.constantOf(node.inputs[1]) : nullptr;
    return weight ? std::max<std::int64_t>(0, std::int64_t(weight->shape().size()) - 1) : 0;
}

} // namespace ql::graph
