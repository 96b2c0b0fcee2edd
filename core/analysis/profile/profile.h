// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/profile_result.h"
#include "core/runs/program/program.h"

#include <memory>
#include <vector>

namespace ql::analysis {

/// How the inputs, weights, biases and outputs of every layer of @p model are spread over @p samples. Samples are read
/// and run one after the other, by ranks each its own; what is kept doesn't grow with their number.
/// @throws Error (BadArgument) when no layer is asked for, and whatever running a model throws; Cancelled
std::shared_ptr<const results::ProfileResult> profileModel(const importers::ImportedModel& model,
                                                           const SampleSource& samples,
                                                           const results::ProfileRequest& request, JobContext& ctx);

constexpr std::size_t kTimedPasses = 3;

/// How long the layers that @p filter lets through take on @p inputs, each node by itself: nothing is run along with
/// others. The fastest of kTimedPasses passes counts. Quantizers around a layer are no part of it. Steps @p ctx once
/// per pass and node. @throws Error, Cancelled
std::vector<results::LayerTime> layerTimes(const runs::Program& program, const runs::NamedTensors& inputs,
                                           const results::LayerFilter& filter, JobContext& ctx);

} // namespace ql::analysis
