// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quantizer_point.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::quant {

/// Analysis node → the baseline node that it stands for.
using NodePartners = std::unordered_map<graph::NodeId, graph::NodeId>;

/// What corresponds in the two models.
struct ModelPartners {
    NodePartners nodes;
    std::vector<std::pair<std::size_t, std::size_t>> outputs; ///< positions in the analysis model and the baseline
};

struct ExtractedPoints {
    std::vector<QuantizerPoint> points; ///< in the analysis model's order
    /// Nodes with quantized inputs that have no place in the baseline, described for the user.
    std::vector<std::string> unplaced;
};

/// Reads the quantizers of @p analysis (QDQ, QOperator, dynamic; their parameters must be constants or dynamic) and
/// moves each onto the edge of @p baseline that it acts on. Pairing edges rather than values keeps readers apart that
/// see the unquantized tensor, and keeps clamps that a quantizer absorbed: the baseline still has its Relu.
ExtractedPoints extractPoints(const graph::Graph& baseline, const graph::Graph& analysis,
                              const ModelPartners& partners);

} // namespace ql::quant
