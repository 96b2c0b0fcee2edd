// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <optional>
#include <string>

namespace ql::report {

/// How the comparison is shown in a terminal.
struct CompareTextOptions {
    std::optional<results::MetricId> sortBy = results::MetricId::Sqnr; ///< worst first; nothing = execution order
    std::size_t top = 20;                                              ///< layers shown; 0 = all
};

/// For reading in a terminal: outputs, where the error starts, the layer table, advice, layers without a partner.
std::string compareText(const results::CompareResult& result, const CompareTextOptions& options = {});

/// The layers in the order of @p options, compared ones before those without metrics when sorted by a metric.
std::vector<const results::LayerRow*> sortedLayers(const results::CompareResult& result,
                                                   const CompareTextOptions& options);

/// The layer where the error starts, or null.
const results::LayerRow* originLayer(const results::CompareResult& result);

} // namespace ql::report
