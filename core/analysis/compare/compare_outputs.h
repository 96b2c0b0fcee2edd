// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/matching/matching.h"
#include "core/analysis/simulation/lockstep.h"

#include <vector>

namespace ql::analysis {

/// The outputs of two models, one by one; not defined where there is none.
struct PairedOutputs {
    std::vector<runtime::Tensor> baseline;
    std::vector<runtime::Tensor> analysis;
};

/// Holds the outputs of the two models against each other.
PairedOutputs compareOutputs(results::CompareResult& result, const MatchedModels& models, const ValueSource& baseline,
                             const ValueSource& analysis);

/// A dump without structure doesn't know its outputs: those that the other side knows, by their rows.
void compareOutputsAmong(results::CompareResult& result, const std::vector<LayerRowSource>& rows,
                         const MatchedModels& models);

} // namespace ql::analysis
