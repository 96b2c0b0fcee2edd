// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace ql::quant::observers {

/// What @p counts look like when neighbours share one of @p levels: each level's sum, spread evenly over those of its
/// bins that @p reference has something in. Bins that are left over belong to the last level.
std::vector<double> quantizedHistogram(std::span<const double> counts, std::span<const double> reference,
                                       std::size_t levels);

/// Σ p · ln(p / q) of two histograms, each scaled to sum 1 after 1e-4 was moved into every empty bin, as ONNX Runtime
/// and MXNet do. Infinite when one is all empty.
double smoothedDivergence(std::span<const double> p, std::span<const double> q);

} // namespace ql::quant::observers
