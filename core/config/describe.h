// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

namespace ql::config {

/// What `config show` tells: everything that the file says, and with a model what holds for each of its layers.
results::ConfigDescription describe(const ConfigFile& file, const graph::Graph* graph);

/// The findings of the reader and of the rules, errors first. Rules about neighbouring layers need a graph and are
/// skipped without one.
std::vector<results::Diagnostic> findingsOf(const ConfigFile& file, const graph::Graph* graph);

/// What who simulates @p file on @p graph has to know: the reader's findings, layers that aren't there, and what is
/// not followed. @p followsBatches: the size of a batch is known.
std::vector<results::Diagnostic> simulationFindings(const ConfigFile& file, const graph::Graph& graph,
                                                    bool followsBatches);

} // namespace ql::config
