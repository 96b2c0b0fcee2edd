// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/weights_result.h"

#include <memory>

namespace ql::analysis {

/// Compares the constants that both models compute with, quantized ones as the real numbers that they stand for, whole
/// and per output channel. Batch normalizations that one model has folded into its convolutions are folded in the other
/// one, too, whose constants are then called "…_folded". Nothing runs; memory is that of one pair. @throws Error,
/// Cancelled
std::shared_ptr<const results::WeightsResult> compareWeights(const importers::ImportedModel& baseline,
                                                             const importers::ImportedModel& analysis,
                                                             const results::WeightsRequest& request, JobContext& ctx);

} // namespace ql::analysis
