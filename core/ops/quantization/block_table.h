// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ql::ops {

/// How com.microsoft's GatherBlockQuantized keeps its table, input 0: elements in blocks along an axis, which share a
/// scale (input 2) and perhaps a zero point (input 3).
struct BlockTable {
    std::int64_t bits = 4;
    std::int64_t blockSize = 128; ///< 0: all of the axis
    std::int64_t gatherAxis = 0;
    std::int64_t quantizeAxis = 1;
    bool hasZeroPoints = false;

    /// Of an element of a table that is stored as @p type: "int4", "uint4" where it has zero points, "float8e4m3fn".
    std::string typeName(graph::DataType type) const;
};

/// Whether @p node looks up in such a table, whatever its attributes.
bool readsBlockTable(const graph::Node& node);

/// Nothing for other operators. @throws Error (InvalidNode) for attributes that no such table has
std::optional<BlockTable> blockTableOf(const graph::Node& node);

/// The table, or rows of it with their scales and zero points (undefined where there are none), in float32.
/// @throws Error (InvalidNode, ShapeMismatch)
at::Tensor tableValues(const BlockTable& table, const Tensor& data, const Tensor& scales, const Tensor& zeroPoints);

/// Types and ranks of the three. @throws Error (InvalidNode, ShapeMismatch, TypeMismatch)
void expectTable(const Tensor& data, const Tensor& scales, const Tensor& zeroPoints);

} // namespace ql::ops
