// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/matching.h"
#include "core/caller/functions.h"
#include "core/ops/tensor.h"
#include "core/results/compare_result.h"
#include "core/runs/pairs/lockstep.h"

#include <vector>

namespace ql::analysis {

/// The outputs of two models, one by one; not defined where there is none.
struct PairedOutputs {
    std::vector<runs::Tensor> baseline;
    std::vector<runs::Tensor> analysis;
};

/// Holds the outputs of the two models against each other, in slices along @p axes (by value of the baseline), too.
PairedOutputs compareOutputs(results::CompareResult& result, const MatchedModels& models,
                             const std::vector<SliceAxes>& axes, const runs::ValueSource& baseline,
                             const runs::ValueSource& analysis);

/// A dump without structure doesn't know its outputs: those that the other side knows, by their rows.
void compareOutputsAmong(results::CompareResult& result, const std::vector<LayerRowSource>& rows,
                         const MatchedModels& models);

/// Whether @p functions, which may be null, have a say in what outputs are measured by.
bool areAboutOutputs(const caller::Functions* functions);

/// Puts what a post-processing of the calling program makes in the place of result.outputs, and notes what its other
/// functions say. @p baseline and @p analysis are what result.outputs compares, one by one; what holds no numbers in
/// either is not shown to them. @throws Error (BadArgument) for a post-processing that returns other names of the two
void askFunctions(results::CompareResult& result, const std::vector<ops::Tensor>& baseline,
                  const std::vector<ops::Tensor>& analysis, const caller::Functions& functions);

} // namespace ql::analysis
