// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/request_parts.h"

namespace ql::analysis {

/// @throws Error (BadArgument) where there are @p ports for models and no @p folder to write these into
void requireFolder(const results::PortNames& ports, const std::string& folder);

/// @p graph with its inputs and outputs called as @p ports say, and with symbols for the sizes of axes that they name;
/// sizes inside the network that follow from these are forgotten.
/// @throws Error (BadArgument) for more or fewer names than there are inputs or outputs, names that are taken, and axes
/// that there aren't
graph::Graph withPorts(const graph::Graph& graph, const results::PortNames& ports);

} // namespace ql::analysis
