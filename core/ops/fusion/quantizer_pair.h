// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/passes/round_trip.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ql::ops {

/// What input @p slot of @p node is in every run: a constant that no input can replace and no node makes. Null where
/// only a run could tell, or the input is left out.
const graph::TensorData* knownConstant(const graph::Graph& graph, const graph::Node& node, std::size_t slot);
/// The same of one element.
const graph::TensorData* knownNumber(const graph::Graph& graph, const graph::Node& node, std::size_t slot);

/// Nothing for a scale that a RoundTrip can't have, or a type that no quantizer has.
std::optional<RoundTrip> roundTrip(float scale, std::int64_t zeroPoint, graph::DataType type);

/// What @p quantize and @p dequantize, which reads its result, make of a float32 tensor. Nothing where they don't take
/// the same way, it isn't one for the whole tensor, or only a run could tell.
std::optional<RoundTrip> roundTripOf(const graph::Graph& graph, const graph::Node& quantize,
                                     const graph::Node& dequantize);

} // namespace ql::ops
