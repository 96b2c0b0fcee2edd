// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::ops {

/// What a DequantizeLinear of 8-bit integers gives in every run: (integer - zero point) · scale, rounded in float32.
struct DequantizedFactor {
    std::vector<float> scales; ///< one, or one per slice along the axis
    std::vector<std::int32_t> zeroPoints;
    std::int64_t axis = 0; ///< negative counts from the end
    graph::DataType type = graph::DataType::Undefined;
};

/// The factors of a node's sums of products, of which the first has one scale.
struct DequantizedFactors {
    DequantizedFactor x; ///< input 0
    DequantizedFactor w; ///< input 1
};

/// Says of an Identity that an interceptor may put in place of its result what a DequantizeLinear would give.
/// @pre 8-bit integers or fewer, each zero point one of them
void markAsSwitch(graph::Attributes& identity, const DequantizedFactor& factor);

/// What the graph says of the factors of @p node: a Conv, Gemm or MatMul, of which both are given by a DequantizeLinear
/// whose scales and zero points are known, or by such a switch. Nothing about others, which may hold any numbers. So
/// may these, where switches are off or interceptors replace what is given.
std::optional<DequantizedFactors> dequantizedFactorsOf(const graph::Graph& graph, const graph::Node& node);

} // namespace ql::ops
