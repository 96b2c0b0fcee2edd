// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace ql::runtime {

/// Runs @p nodes of @p program alone, on values that come from elsewhere, and gives @p wanted. What the nodes read must
/// be among @p given, a constant, or made by one of them. @throws Error with the node's description as context,
/// Cancelled
Tensor runSegment(const Program& program, std::span<const graph::NodeId> nodes,
                  const std::vector<std::pair<graph::ValueId, Tensor>>& given, graph::ValueId wanted,
                  std::stop_token stop = {});

} // namespace ql::runtime
