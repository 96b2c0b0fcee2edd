// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::importers {

/// Refuses a node with fewer or more inputs or outputs than its operator has in its opset (operator_schema.h), so that
/// nobody who reads the graph need ask for them: wherever nodes come from files. Operators that nobody knows may have
/// what they will, quantizers apart. Resize's first inputs may be omitted though opset 11 wants them: exporters do
/// that.
/// @throws Error (InvalidNode)
void requireOperands(const graph::NodeSpec& node);

} // namespace ql::importers
