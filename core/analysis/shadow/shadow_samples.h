// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/shadow_result.h"

#include <memory>

namespace ql::analysis {

/// shadow() over the request's dataset: the rows of the worst sample, the one in which a layer's own SQNR is least,
/// with their metrics over all samples. Memory doesn't grow with the samples.
/// @throws Error as shadow() and openSamples(); Cancelled
std::shared_ptr<const results::ShadowResult> shadowSamples(const importers::ImportedModel& baseline,
                                                           const importers::ImportedModel& analysis,
                                                           const results::ShadowRequest& request, JobContext& ctx);

} // namespace ql::analysis
