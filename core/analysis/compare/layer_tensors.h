// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare_dumps.h"
#include "core/results/layer_values.h"
#include "core/runs/memory/cached_pass.h"

#include <optional>
#include <string>

namespace ql::analysis {

/// The two tensors behind one row of a comparison, contiguous float32 of one shape.
struct LayerTensors {
    std::string name;    ///< of the value or the weight in the baseline
    at::Tensor baseline; ///< undefined when there are none
    at::Tensor analysis;
    std::optional<results::QuantizerInfo> quantizer;
    std::optional<std::int64_t> channelAxis;
    std::uint64_t executedNodes = 0;
};

/// What the row request.layer compares. Both sides run as far as it takes and no further.
/// @throws Error (BadArgument) for a layer that isn't there, has no partner or is fused into another,
/// (ShapeMismatch), and as compareModels(); Cancelled
LayerTensors layerOutput(const ComparedSide& baseline, const ComparedSide& analysis,
                         const results::LayerValuesRequest& request, JobContext& ctx);

/// The same of two models, or the largest weight that the row's layers compute with in both, as request.tensor says;
/// for weights nothing runs. @p inputs go by the baseline's names. Nodes that @p memory knows don't run again; it may
/// be null.
LayerTensors layerTensors(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                          runs::NamedTensors inputs, const results::LayerValuesRequest& request,
                          runs::NodeResultCache* cache, JobContext& ctx);

/// The same where at least one side is a dump; dumps hold no weights. @throws Error as withOpenedPair() too
LayerTensors layerOfDumps(const results::LayerValuesRequest& request, Workspace& workspace, JobContext& ctx);

} // namespace ql::analysis
