// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>

namespace ql::analysis {

struct ParameterCount {
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0; ///< as they stand in the file, 4-bit types packed
};

/// The weights of a model, bodies included: constants of floating-point or integer type that some node reads as data.
/// Not weights: 64-bit integers, bools and strings (shapes, axes, indices), and what is only read as a quantizer's
/// scale or zero point. A constant that several nodes share counts once.
ParameterCount countParameters(const graph::Graph& graph);

} // namespace ql::analysis
