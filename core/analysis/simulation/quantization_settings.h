// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/quant/quant_settings.h"
#include "core/results/request_parts.h"

namespace ql::analysis {

/// What a config means for the layers of @p graph; config::simulationFindings() tells what can't be followed.
quant::QuantSettings settingsFromConfig(const config::QuantConfig& config, const graph::Graph& graph);

/// Whether the name or the scope of @p node starts with one of @p prefixes.
bool startsWithAny(const graph::Node& node, const std::vector<std::string>& prefixes);

/// @throws Error (BadArgument) if that holds of no node of @p graph
void requireAnyMeant(const graph::Graph& graph, const std::vector<std::string>& prefixes);

/// Puts what @p options say (config and record apart) on top. @throws Error (BadArgument) for a layer that @p graph
/// lacks
void applyOptions(const results::QuantizationOptions& options, const graph::Graph& graph,
                  quant::QuantSettings& settings);

/// Asks for the default observer where a search among calibration methods is asked for: whoever searches among other
/// things does not multiply it.
void withoutSearch(quant::QuantSettings& settings);

} // namespace ql::analysis
