// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

#include <string>

namespace ql::config {

/// A config in another dialect, and what that dialect can't say.
struct Converted {
    std::string text;
    results::ConfigConversion result; ///< without file names
};

/// Dialects that list layers one by one need the network for what holds by type or for all.
/// @throws Error (BadArgument) for an unknown dialect
Converted convert(const QuantConfig& config, std::string_view dialect, const graph::Graph* graph);

} // namespace ql::config
