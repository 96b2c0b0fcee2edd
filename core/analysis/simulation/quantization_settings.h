// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/quant/quant_settings.h"
#include "core/results/quantization_options.h"

namespace ql::analysis {

/// What a config means for the layers of @p graph. What can't be followed is added to @p notes.
quant::QuantSettings settingsFromConfig(const config::QuantConfig& config, const graph::Graph& graph,
                                        std::vector<std::string>& notes);

/// Puts what @p options say (config and record apart) on top. @throws Error (BadArgument) for a layer that @p graph
/// lacks
void applyOptions(const results::QuantizationOptions& options, const graph::Graph& graph,
                  quant::QuantSettings& settings);

} // namespace ql::analysis
