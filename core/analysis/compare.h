// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/onnx_importer.h"
#include "core/results/compare_result.h"
#include "core/results/requests.h"
#include "core/runtime/executor.h"

#include <memory>

namespace ql::analysis {

/// Compares the two models layer by layer and output by output on one set of inputs. They run in lockstep: a matched
/// pair of tensors is compared as soon as both exist and then freed, so memory stays about that of the two forward
/// passes.
/// @p inputs go by the baseline's input names; the analysis model gets them by name, else by position.
/// @throws Error (BadArgument) when the inputs or outputs don't correspond or the map file names nothing, and whatever
///         running a model throws, with model and node as context; Cancelled
std::shared_ptr<const results::CompareResult> compareModels(const import::ImportedModel& baseline,
                                                            const import::ImportedModel& analysis,
                                                            runtime::NamedTensors inputs,
                                                            const results::CompareRequest& request, JobContext& ctx);

} // namespace ql::analysis
