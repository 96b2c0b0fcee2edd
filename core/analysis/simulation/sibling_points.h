// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/point_extraction.h"

#include <vector>

namespace ql::analysis {

/// For each of @p points a number that is equal for points which must be quantized alike: they quantize the same value
/// for different readers; a node that only moves data (Concat, Reshape …) stands between them; or they are the operands
/// of an addition to which the analysis model gives one scale. Weights are alone.
std::vector<std::size_t> siblingSets(const graph::Graph& baseline, const std::vector<quant::QuantizerPoint>& points);

} // namespace ql::analysis
