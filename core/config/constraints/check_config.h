// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"
#include "core/results/config_result.h"

#include <span>
#include <string>
#include <vector>

namespace ql::config {

struct Dialect;

/// What breaks the rules of the target, with the layers concerned: widths that don't go together, nothing
/// enabled. The rules about neighbours need the graph. Errors first.
std::vector<results::Diagnostic> checkConfig(const QuantConfig& config);
std::vector<results::Diagnostic> checkConfig(const QuantConfig& config, const graph::Graph& graph);

/// A note of the layers whose scales the target of @p dialect fits to others as nobody knows, so far as @p config gives
/// no scales; without @p graph one of all such.
std::vector<results::Diagnostic> unknownScales(const Dialect& dialect, const QuantConfig& config,
                                               const graph::Graph* graph);

/// Errors of @p after that @p before lacks.
std::vector<results::Diagnostic> newErrors(std::span<const results::Diagnostic> before,
                                           std::span<const results::Diagnostic> after);

/// @p layers ("asked for") and every layer whose activation settings have to be the same, because it reads the same
/// value or is joined with them by operators that only move data. In the graph's order, with their cost. @throws Error
/// (BadArgument) for a layer that isn't there
std::vector<results::ConfigFollower> closureOf(const graph::Graph& graph, std::span<const std::string> layers);

} // namespace ql::config
