// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/program/program.h"

#include <span>
#include <vector>

namespace ql::runs {

/// By position in @p program's order: whether one of @p outputs may depend on what the node gives.
std::vector<bool> leadingTo(const Program& program, std::span<const graph::ValueId> outputs);

} // namespace ql::runs
