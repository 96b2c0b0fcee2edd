// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/import/worker/result_reader.h"
#include "core/import/worker/result_writer.h"

namespace ql::importers {

/// All of @p graph: ids, names, constants, attributes and the graphs in them. @pre no attribute is a null graph
void writeGraph(ResultWriter& result, const graph::Graph& graph);

/// The same graph. It is as sound as one that an importer builds: ids name what there is, every value is made once and
/// before it is read, names are unique and never empty, nodes have what their operators need.
/// @throws Error (FileCorrupt, InvalidGraph, InvalidNode) otherwise
graph::Graph readGraph(ResultReader& result);

} // namespace ql::importers
