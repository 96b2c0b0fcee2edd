// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"
#include "core/results/layers/controlled_runs.h"

#include <optional>

namespace ql::analysis {

/// What two layers make of the same inputs.
struct ReplayedPair {
    at::Tensor expected;             ///< contiguous float32, as the baseline's layer computes it
    at::Tensor found;                ///< likewise of one shape with it, as the analysis model's does
    bool endsItself = false;         ///< the layer that found belongs to has an activation with bounds
    bool haveOtherConstants = false; ///< the layers' constants were compared, and differ
};

struct ReplayDifference {
    results::ReplayKind kind = results::ReplayKind::Other;
    std::optional<double> bound; ///< as ReplayedLayer::bound
};

/// In which way @p pair differs, by its elements alone: an explanation holds where it brings the two together, by
/// kExplainedDb at least. @pre they do differ
ReplayDifference differenceOf(const ReplayedPair& pair);

constexpr double kExplainedDb = 10.0; ///< so much nearer an explanation must bring the values
constexpr double kLikeDb = 15.0;      ///< and so near

/// SQNR of @p found against @p expected; NaN where it has NaN or infinite elements and @p expected none.
double agreementOf(const at::Tensor& expected, const at::Tensor& found);

} // namespace ql::analysis
