// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <cstddef>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace ql::cli {

/// How a printed table of rows with metrics is ordered and cut.
struct RowOptions {
    std::string sort = "sqnr_db";
    std::size_t top = 20;

    /// Nothing for "order".
    std::optional<results::MetricId> sortMetric() const { return results::metricFromKey(sort); }
};

/// Declares --sort and --top. @p options must live until the command ran.
void declareRowOptions(CLI::App& command, RowOptions& options);

/// Declares --prefix and --type.
void declareFilterOptions(CLI::App& command, results::LayerFilter& filter);

} // namespace ql::cli
