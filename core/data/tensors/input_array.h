// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <string>

namespace ql::data {

/// "x (float32, 1x3x?x?)": how messages name a graph input.
std::string describedInput(const graph::Value& input);

/// What describedInput() calls a sequence or an optional; empty for a tensor.
std::string describedKind(graph::ValueKind kind);

/// @p data as @p input wants it: converted by the rules of readInputs() and checked against the declared shape.
/// @throws Error (TypeMismatch, ShapeMismatch), the former for an input that is a sequence, too
graph::TensorData fittedTo(const graph::Value& input, const graph::TensorData& data);

/// Standard normal floats, integers from 0 to 3, bools; unknown dimensions are 1. The same numbers for the same seed.
/// @throws Error (BadArgument) when the rank is not declared or the type holds no numbers.
graph::TensorData randomFor(const graph::Value& input, std::uint64_t seed);

} // namespace ql::data
