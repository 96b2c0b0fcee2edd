// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"
#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"

#include <string_view>
#include <vector>

namespace ql::config {

/// The layers of @p graph that compute, as writers of @p dialect want them, by the name that @p config uses. Of a
/// network that torch exported AMCT's dialects have torch's layers by torch's names, unless the config has others: each
/// once, however many operators the export made of it, and of what the config says nothing about only those of AMCT's
/// list.
std::vector<ModelLayer> modelLayers(const graph::Graph& graph, const QuantConfig& config, std::string_view dialect);

} // namespace ql::config
