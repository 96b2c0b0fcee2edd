// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <string>

namespace CLI {
class App;
}

namespace ql::cli {

// The options of commands that fit something to samples and judge it by others.

/// Declares --config, --record, --data and what goes with them. The latter two may both be given: known scales leave
/// something to fit and to judge.
void declareQuantizationWithData(CLI::App& command, results::QuantizationOptions& options);
/// Declares --baseline, --analysis and the options above, --data being required. The helps are those of the models.
void declareFittedModels(CLI::App& command, results::ModelPair& models, const char* baselineHelp,
                         const char* analysisHelp);
/// Declares --held-out and --metric.
void declareHeldOut(CLI::App& command, std::string& heldOut, const char* heldOutHelp, results::MetricId& metric,
                    const char* metricHelp);

} // namespace ql::cli
