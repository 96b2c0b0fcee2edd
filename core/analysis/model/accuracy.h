// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/onnx/onnx_importer.h"
#include "core/results/accuracy_result.h"

#include <memory>

namespace ql::analysis {

/// Runs @p model on every sample of request.data, one after the other, and counts how often the largest element of
/// the first output stands where the label says.
/// @throws Error (BadArgument) for a model with several inputs, (ShapeMismatch) when samples and labels differ in
///         number, as data::readNpy for the files; Cancelled
std::shared_ptr<const results::AccuracyResult>
measureAccuracy(const import::ImportedModel& model, const results::AccuracyRequest& request, JobContext& ctx);

} // namespace ql::analysis
