// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <span>

namespace ql::graph {

/// Multiply-accumulate operations of one node from its concrete shapes; 0 where they are missing.
using MacFormula = std::uint64_t (*)(const Node&, std::span<const Shape> inputs, std::span<const Shape> outputs);

/// What the rows of the operators' tables name as their formula.
namespace macs {

std::uint64_t attention(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);
std::uint64_t attentionOfOperands(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);
std::uint64_t convolution(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);
std::uint64_t matrixProduct(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);
std::uint64_t quantizedConvolution(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);
std::uint64_t recurrent(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);
std::uint64_t transposedConvolution(const Node& node, std::span<const Shape> inputs, std::span<const Shape> outputs);

} // namespace macs

} // namespace ql::graph
