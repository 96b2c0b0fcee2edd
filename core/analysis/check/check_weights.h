// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/results/check_result.h"

#include <memory>

namespace ql::analysis {

/// What can be said of a state dict or a checkpoint, which has no network: whether the fake quantizers that training
/// left in it were calibrated, and how they quantize.
std::shared_ptr<const results::CheckResult> checkWeights(const importers::ImportedModel& model,
                                                         const results::CheckRequest& request);

} // namespace ql::analysis
