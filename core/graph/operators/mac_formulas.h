// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <span>

namespace ql::graph {

/// Multiply-accumulate operations of one node from its concrete shapes; 0 where they are missing.
using MacFormula = std::uint64_t(const Node&, std::span<const Shape> inputs, std::span<const Shape> outputs);

/// What the rows of the operators' tables name as their formula.
namespace macs {

MacFormula attention, attentionOfOperands, convolution, matrixProduct, quantizedConvolution, recurrent,
    transposedConvolution;

} // namespace macs

} // namespace ql::graph
