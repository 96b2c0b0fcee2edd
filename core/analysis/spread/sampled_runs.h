// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/analysis/spread/sample_spreads.h"
#include "core/base/job_context.h"
#include "core/import/onnx/onnx_importer.h"
#include "core/results/request_parts.h"

#include <functional>
#include <string>

namespace ql::analysis {

/// Measures the samples of a dataset, several at a time and shared among ranks; no number depends on how many.
/// @p measure runs both models on one sample, on any thread. @p about the request: ranks that differ in it are refused.
/// @throws what @p measure throws, with the sample as context; Error as runtime::runOnRanks(); Cancelled
SampleSpreads measureSamples(const import::ImportedModel& baseline, const import::ImportedModel& analysis,
                             const SampleSource& samples, const results::RunOptions& options, const std::string& about,
                             const std::function<SampleMetrics(runtime::NamedTensors, JobContext&)>& measure,
                             JobContext& ctx);

/// Refuses what is about one run: the calling program's functions with a dataset, ranks without one.
/// @throws Error (BadArgument)
void requireSampled(const results::InputSelection& samples, const results::RunOptions& options,
                    const std::string& command);

} // namespace ql::analysis
