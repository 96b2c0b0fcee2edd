// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <string>
#include <string_view>

namespace ql::report {

/// "compared", "shape-mismatch", "fused", "unmatched-baseline", "unmatched-analysis".
std::string_view stateKey(results::LayerRow::State state);

/// What a table shows instead of metrics: "mismatch shape", "fused", "no partner"; empty for a compared layer.
std::string_view stateWords(results::LayerRow::State state);

/// "info", "warning", "error".
std::string_view severityKey(results::Severity severity);

/// The operator a reader knows the layer by: the analysis model's, else the baseline's.
const std::string& operatorOf(const results::LayerRow& layer);

/// The integer type the layer's analysis value is quantized to, else its element type, else the baseline's.
const std::string& dtypeOf(const results::LayerRow& layer);

} // namespace ql::report
