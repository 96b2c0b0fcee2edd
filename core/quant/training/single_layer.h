// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::quant {

/// A layer by itself, with the clamp behind it where that has its quantizer: what it reads are inputs by the names that
/// they have in the network, what it makes is the output. Owns all that it needs.
struct SingleLayer {
    graph::Graph graph;
    QuantPlan plan;                      ///< calibrated; each quantizer decides for itself, or is like one before
    std::vector<std::size_t> quantizers; ///< by quantizer of `plan`: the one of the network's plan that decides
};

/// Nothing where @p node runs bodies, stands in one, or nothing around it is quantized. @pre plan.isCalibrated()
std::optional<SingleLayer> singleLayer(const graph::Graph& graph, const QuantPlan& plan, const graph::Node& node);

} // namespace ql::quant
