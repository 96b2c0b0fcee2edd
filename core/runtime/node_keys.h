// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ql::runtime {

/// 128 bits that stand for everything that decides what a node gives: operator, attributes, bodies, and the same of
/// all that it reads, down to the bytes of constants and inputs.
using NodeKey = std::array<std::uint64_t, 2>;

/// By node id. Nothing for a node that may give something else each time, and for what depends on one.
std::vector<std::optional<NodeKey>> nodeKeys(const graph::Graph& graph, const NamedTensors& inputs);

} // namespace ql::runtime
