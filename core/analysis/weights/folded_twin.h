// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/point_extraction.h"

#include <optional>

namespace ql::analysis {

/// Two networks, each with those batch normalizations folded into its convolutions that the other one has folded.
struct FoldedTwins {
    std::optional<graph::Graph> baseline; ///< nothing where it stays as it is
    std::optional<graph::Graph> analysis;
};

/// A normalization behind a convolution counts as folded in the other network where the convolution's partner has none
/// behind it. @p partners gives the baseline's node for the analysis model's.
FoldedTwins foldedTwins(const graph::Graph& baseline, const graph::Graph& analysis,
                        const quant::NodePartners& partners);

} // namespace ql::analysis
