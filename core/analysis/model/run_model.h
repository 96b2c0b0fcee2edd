// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/accuracy_result.h"
#include "core/results/run_result.h"
#include "core/runs/program/program.h"

#include <memory>

namespace ql::analysis {

/// Executes @p model on @p inputs. Writes the outputs to request.outputsFolder and every value (inputs and bodies
/// included, these named by their path) to request.dumpFolder as they appear, so that memory stays that of the forward
/// pass; beside them the graph without its weights, so that the dump can stand in for the model in a comparison.
/// @throws Error with the node's description as context, Cancelled
std::shared_ptr<const results::RunResult> runModel(const importers::ImportedModel& model, runs::NamedTensors inputs,
                                                   const results::RunRequest& request, JobContext& ctx);

/// Runs @p model on every sample of request.data, one after the other, and counts how often the largest element of
/// the first output stands where the label says.
/// @throws Error (BadArgument) for a model with several inputs, (ShapeMismatch) when samples and labels differ in
///         number, as data::readNpy for the files; Cancelled
std::shared_ptr<const results::AccuracyResult>
measureAccuracy(const importers::ImportedModel& model, const results::AccuracyRequest& request, JobContext& ctx);

} // namespace ql::analysis
