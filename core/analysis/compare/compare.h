// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/paired_layers.h"
#include "core/analysis/simulation/compared_side.h"
#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/compare_result.h"
#include "core/runs/memory/cached_pass.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// By row, from where to where the baseline's values go over all samples of a dataset; nothing where that is unknown.
using RowRanges = std::vector<std::optional<ValueRange>>;

/// What is known of a dataset by the time that one of its samples is looked at.
struct ComparedDataset {
    std::size_t comparisons = 1; ///< that were made, this one included: the more, the more may be run again for causes
    RowRanges ranges = {};       ///< from which advice takes what a quantizer must represent
    bool showsLayers = true;     ///< else nobody reads their worst slices, which take time
};

/// Compares the two models layer by layer and output by output on one set of inputs. They run in lockstep: a matched
/// pair of tensors is compared as soon as both exist and then freed, so memory stays about that of the two forward
/// passes.
/// @p inputs go by the baseline's input names; the analysis model gets them by name, else by position.
/// @throws Error (BadArgument) when the inputs or outputs don't correspond or the map file names nothing, and whatever
///         running a model throws, with model and node as context; Cancelled
/// @p paired is what is known of these two models without a map file, if anything is; @p dataset of other samples.
std::shared_ptr<results::CompareResult> compareModels(const importers::ImportedModel& baseline,
                                                      const importers::ImportedModel& analysis,
                                                      runs::NamedTensors inputs, const results::CompareRequest& request,
                                                      JobContext& ctx, std::shared_ptr<const PairedLayers> paired = {},
                                                      const ComparedDataset& dataset = {});

/// The same of a simulated model and its float baseline: nodes that @p memory knows from an earlier comparison don't
/// run again, the result is the same bit for bit. Afterwards the memory knows these two and nothing else.
std::shared_ptr<results::CompareResult> compareSimulated(const importers::ImportedModel& baseline,
                                                         const importers::ImportedModel& analysis,
                                                         runs::NamedTensors inputs,
                                                         const results::CompareRequest& request,
                                                         runs::NodeResultCache& cache, JobContext& ctx);

/// The same for sides that needn't run. Where one lacks structure, layers are matched by name alone, and the outputs
/// are those of the other side that have a partner.
std::shared_ptr<results::CompareResult> compareValues(const ComparedSide& baseline, const ComparedSide& analysis,
                                                      const results::CompareRequest& request, JobContext& ctx,
                                                      std::shared_ptr<const PairedLayers> paired = {},
                                                      const ComparedDataset& dataset = {});

/// compareModels() over the request's dataset: the comparison of the worst sample, the one in which an output's worst
/// slice is worst, with every layer's and output's metrics over all samples. Memory doesn't grow with the samples.
/// @throws Error as compareModels() and openSamples(); Cancelled
std::shared_ptr<results::CompareResult> compareSamples(const importers::ImportedModel& baseline,
                                                       const importers::ImportedModel& analysis,
                                                       const results::CompareRequest& request, JobContext& ctx,
                                                       std::shared_ptr<const PairedLayers> paired);

} // namespace ql::analysis
