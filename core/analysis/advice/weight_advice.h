// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/layer_advice.h"

#include <cstdint>
#include <vector>

namespace ql::analysis {

/// The largest distance from zero of each weight channel, in steps, when @p node is a depthwise convolution whose
/// quantized weight has one scale for all of them; empty otherwise.
std::vector<std::int64_t> depthwiseStepsPerChannel(const graph::Graph& graph, const graph::Node& node);
/// What there is to say about them when they differ widely.
std::optional<results::Diagnostic> unevenDepthwiseSteps(const std::vector<std::int64_t>& steps);

/// A depthwise convolution whose weight channels differ widely in range and yet share one scale.
std::optional<results::Diagnostic> depthwiseWeightPerTensor(const LayerFacts& facts);

/// A layer of the baseline whose value holds NaN or infinity, and a weight of it does.
std::optional<results::Diagnostic> nanWeight(const LayerFacts& facts);

} // namespace ql::analysis
