// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

namespace ql::config {

/// What `config show` tells: everything that the file says, and with a model what holds for each of its layers.
results::ConfigDescription describe(const ConfigFile& file, const graph::Graph* graph);

/// What the reader and the rules find, errors first. Without a graph the rules about neighbours stay out.
std::vector<results::Diagnostic> findingsOf(const ConfigFile& file, const graph::Graph* graph);

} // namespace ql::config
