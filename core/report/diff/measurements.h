// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/result_document.h"
#include "core/results/diff_result.h"
#include "core/results/metrics.h"

#include <string>

namespace ql::report {

/// What a result measured under @p metric; empty = its own: SQNR of layers and weights, else the metric that ranked it.
/// Outputs are the model's: their metrics, "everything quantized" of a sensitivity ranking, the worst sample of a
/// search. Rows are layers, weights, sensitivity rows ("Conv_34, activation") and samples.
/// @throws Error (BadArgument) naming the metrics that there are
results::MeasurementTable measurementsOf(const ResultDocument& document, const std::string& metric);

// For those that measure.
/// The wanted metric of a result that has all; SQNR when none is wanted. The table says which.
results::MetricId chooseMetric(const std::string& wanted, results::MeasurementTable& table);
/// @throws Error (BadArgument)
[[noreturn]] void refuseMetric(const results::MeasurementTable& table, const std::string& metric,
                               const std::string& known);

} // namespace ql::report
