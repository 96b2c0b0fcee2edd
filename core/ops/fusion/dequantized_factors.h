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

/// What the graph says of the factors of @p node: a Conv, Gemm or MatMul, of which both are given by a DequantizeLinear
/// whose scales and zero points are known. Nothing about others, which may hold any numbers. So may these, where
/// interceptors replace them.
std::optional<DequantizedFactors> dequantizedFactorsOf(const graph::Graph& graph, const graph::Node& node);

} // namespace ql::ops
