// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/analyses.h"
#include "core/results/badcase_result.h"

#include <memory>

namespace ql::analysis {

/// Runs both models over the samples of request.samples.data and measures every output of every sample; only the
/// models' outputs are looked at. Memory is that of one sample and the table of values. With request.folder set,
/// `badcase.pt` (the inputs of the default bad case) is written there, and a search that was cancelled or failed leaves
/// `badcase_state.bin`, from which the same search continues; a finished one removes it.
/// @p listener is told at most once a second, and once more before a search that was cancelled or failed throws.
/// @throws Error naming model, file or sample; Cancelled
std::shared_ptr<const results::BadCaseResult>
findBadCase(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
            const results::BadCaseRequest& request, JobContext& ctx,
            const results::Listener<results::BadCaseResult>& listener = {});

} // namespace ql::analysis
