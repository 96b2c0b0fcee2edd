// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"
#include "core/quant/point_extraction.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// Which weight of the other model is the same one, and how that was found.
struct WeightMatch {
    std::size_t partner = static_cast<std::size_t>(-1);
    results::MatchInfo info; ///< empty rule = no partner
};

/// One entry per baseline weight. In this order: the same telling name, with or without quantization affixes; the same
/// input of nodes that stand for each other, unless they are single parameters of recurrent layers; nearly the same
/// numbers; another input of a layer of which one was paired; the same number as name; the same place in order of
/// execution among what is left. Every pair has as many elements in the same order of axes, ones left out.
std::vector<WeightMatch> matchWeights(const std::vector<ModelWeight>& baseline,
                                      const std::vector<ModelWeight>& analysis, const quant::NodePartners& partners);

/// The numbers of a matched pair of weights, contiguous float32 in the baseline's layout.
struct WeightNumbers {
    at::Tensor baseline;
    at::Tensor analysis;
};

/// @throws Error as ModelWeight::read
WeightNumbers readPair(const ModelWeight& baseline, const ModelWeight& analysis);

/// The axis of the output channels in the baseline's layout, as far as one of the two knows it.
std::optional<std::int64_t> channelAxisOf(const ModelWeight& baseline, const ModelWeight& analysis);

} // namespace ql::analysis
