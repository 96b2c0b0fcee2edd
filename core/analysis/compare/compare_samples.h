// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/paired_layers.h"
#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/compare_result.h"

#include <memory>

namespace ql::analysis {

/// compareModels() over the request's dataset: the comparison of the worst sample, the one in which an output's SQNR is
/// least, with every layer's and output's metrics over all samples. Memory doesn't grow with the samples.
/// @throws Error as compareModels() and openSamples(); Cancelled
std::shared_ptr<const results::CompareResult> compareSamples(const importers::ImportedModel& baseline,
                                                             const importers::ImportedModel& analysis,
                                                             const results::CompareRequest& request, JobContext& ctx,
                                                             std::shared_ptr<const PairedLayers> paired);

} // namespace ql::analysis
