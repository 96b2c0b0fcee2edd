// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/program/program.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ql::runs {

/// A 128-bit hash of everything that determines a node's results: operator, attributes, bodies, the device it runs on,
/// and recursively its inputs, down to the bytes of constants and graph inputs.
using NodeKey = std::array<std::uint64_t, 2>;

/// Cache keys by node id. Nullopt for nodes with random results and their dependents, and for nodes with open bodies,
/// whose inner values must be produced for the taps.
using NodeKeys = std::vector<std::optional<NodeKey>>;

NodeKeys nodeKeys(const graph::Graph& graph, const NamedTensors& inputs);
/// The same whatever the inputs hold, which go by their names: what compares within one sample.
NodeKeys nodeKeysByName(const graph::Graph& graph);

} // namespace ql::runs
