// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/shadow_result.h"
#include "core/runs/program/program.h"

#include <memory>

namespace ql::analysis {

/// Runs both models in lockstep, and every quantized layer a second time on the baseline's inputs, its float twin on
/// the analysis model's. What a layer needs is freed when it was run, so memory stays about that of the two forward
/// passes.
/// @p inputs go by the baseline's input names. A layer that can't run so is a row with a problem.
/// @throws Error as compareModels(), Cancelled
std::shared_ptr<const results::ShadowResult> shadow(const importers::ImportedModel& baseline,
                                                    const importers::ImportedModel& analysis, runs::NamedTensors inputs,
                                                    const results::ShadowRequest& request, JobContext& ctx);

/// shadow() over the request's dataset: the rows of the worst sample, the one in which a layer's own SQNR is least,
/// with their metrics over all samples. Memory doesn't grow with the samples.
/// @throws Error as shadow() and openSamples(); Cancelled
std::shared_ptr<const results::ShadowResult> shadowSamples(const importers::ImportedModel& baseline,
                                                           const importers::ImportedModel& analysis,
                                                           const results::ShadowRequest& request, JobContext& ctx);

} // namespace ql::analysis
